/** Numbers in parquet's hybrid of runs and packed bits: levels, and places in a dictionary. */

/**
 * @param width bits of a number
 * @param count of numbers; further encoded numbers are ignored
 * @throws Error if the bytes end too early
 */
export function hybrid(
  bytes: Uint8Array,
  start: number,
  end: number,
  width: number,
  count: number,
): Int32Array {
  if (width > 31) throw new Error('a number has more than 31 bits')
  const numbers = new Int32Array(count)
  if (width === 0) return numbers
  let at = start
  let filled = 0
  while (filled < count) {
    let head = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]
      if (byte === undefined || at > end || shift > 28) throw new Error('its levels or places end too early')
      head += (byte & 127) * 2 ** shift
      if (byte < 128) break
    }
    const isPacked = head % 2 === 1
    const run = Math.min(count - filled, Math.floor(head / 2) * (isPacked ? 8 : 1))
    if (isPacked) {
      const length = Math.ceil((run * width) / 8)
      if (at + length > end) throw new Error('its levels or places end too early')
      unpackBits(bytes, at, width, numbers, filled, run)
      // Groups of eight are complete, even if only part of the last one is needed.
      at += Math.floor(head / 2) * width
    } else {
      const size = Math.ceil(width / 8)
      if (at + size > end || run === 0) throw new Error('its levels or places end too early')
      let value = 0
      for (let i = 0; i < size; i++) value += (bytes[at + i] ?? 0) * 256 ** i
      numbers.fill(value, filled, filled + run)
      at += size
    }
    filled += run
  }
  return numbers
}

function unpackBits(
  bytes: Uint8Array,
  start: number,
  width: number,
  into: Int32Array,
  from: number,
  run: number,
): void {
  let at = start
  let held = 0
  let bits = 0
  for (let i = 0; i < run; i++) {
    let value = 0
    let have = 0
    while (have < width) {
      if (bits === 0) {
        held = bytes[at++] ?? 0
        bits = 8
      }
      const take = Math.min(bits, width - have)
      value += (held & ((1 << take) - 1)) * 2 ** have
      held >>= take
      bits -= take
      have += take
    }
    into[from + i] = value
  }
}

/** Bits of the largest level. */
export const bitWidth = (most: number): number => 32 - Math.clz32(most)
