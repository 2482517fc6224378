/** Turns the bytes of each number round, in place: between big and little endian. */
export function reverseBytes(bytes: Uint8Array, width: number): void {
  const half = width >> 1
  for (let from = 0; from + width <= bytes.length; from += width)
    for (let i = 0; i < half; i++) {
      const low = bytes[from + i] as number
      bytes[from + i] = bytes[from + width - 1 - i] as number
      bytes[from + width - 1 - i] = low
    }
}
