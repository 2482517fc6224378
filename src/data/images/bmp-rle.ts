/**
 * Unpacks the run lengths of a BMP (compression 1 and 2) to one byte per pixel, lines from the bottom. A port of
 * Pillow's reader, which stays within a line for runs but not for literal pixels, and fills with 0.
 * @returns as many pixels as the data had, at most `width * height`
 */
export function unpackRle(
  bytes: Uint8Array,
  offset: number,
  width: number,
  height: number,
  fourBit: boolean,
): Uint8Array {
  const out = new Uint8Array(width * height)
  let filled = 0
  let x = 0
  let at = offset
  const pair = (byte: number, i: number) => (fourBit ? (i % 2 === 0 ? byte >> 4 : byte & 15) : byte)
  while (filled < out.length && at + 1 < bytes.length) {
    const count = bytes[at] as number
    const byte = bytes[at + 1] as number
    at += 2
    if (count > 0) {
      const run = Math.min(count, Math.max(0, width - x))
      for (let i = 0; i < run && filled < out.length; i++) out[filled++] = pair(byte, i)
      x += run
    } else if (byte === 0) {
      filled = Math.min(Math.ceil(filled / width) * width, out.length)
      x = 0
    } else if (byte === 1) {
      break
    } else if (byte === 2) {
      if (at + 2 > bytes.length) break
      filled = Math.min(filled + (bytes[at] as number) + (bytes[at + 1] as number) * width, out.length)
      x = filled % width
      at += 2
    } else {
      const literals = Math.min(byte, out.length - filled)
      const length = fourBit ? (literals + 1) >> 1 : literals
      if (at + length > bytes.length) break
      for (let i = 0; i < literals; i++) out[filled++] = pair(bytes[at + (fourBit ? i >> 1 : i)] as number, i)
      x += byte
      at += length
      // Literals are padded to full 16-bit words.
      if (at % 2 === 1) at++
    }
  }
  return out.subarray(0, filled)
}
