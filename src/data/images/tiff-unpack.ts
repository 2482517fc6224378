import type { Budget } from './budget.ts'
import { inflate } from './inflate.ts'

/** Values of the Compression tag that we read. */
export const COMPRESSIONS = { none: 1, lzw: 5, deflate: 8, oldDeflate: 32946, packBits: 32773 } as const

/**
 * One strip or tile, unpacked to exactly `size` bytes; otherwise whether it is too short or invalid.
 * @param compression one of `COMPRESSIONS`; for `none` the bytes are those of `packed` itself
 * @throws VoxelwiseError `image-too-large` if the data continues without producing output
 */
export function unpackSegment(
  packed: Uint8Array,
  compression: number,
  size: number,
  budget: Budget,
): Uint8Array | 'cut' | 'broken' {
  switch (compression) {
    case COMPRESSIONS.lzw:
      return unpackLzw(packed, size, budget)
    case COMPRESSIONS.packBits:
      return unpackPackBits(packed, size, budget)
    case COMPRESSIONS.deflate:
    case COMPRESSIONS.oldDeflate:
      return inflate([packed], size, budget)
    default:
      return packed.length < size ? 'cut' : packed.subarray(0, size)
  }
}

/** TIFF 6.0, section 9: a count, then literal bytes or one byte to repeat. */
function unpackPackBits(packed: Uint8Array, size: number, budget: Budget): Uint8Array | 'cut' | 'broken' {
  const out = new Uint8Array(size)
  let filled = 0
  for (let at = 0; filled < size && at < packed.length; ) {
    const count = packed[at++] as number
    if (count === 128) {
      budget.count('meaningless codes')
      continue
    }
    if (count < 128) {
      const end = Math.min(at + count + 1, at + size - filled, packed.length)
      while (at < end) out[filled++] = packed[at++] as number
    } else {
      const end = Math.min(filled + 257 - count, size)
      const byte = packed[at++] ?? 0
      while (filled < end) out[filled++] = byte
    }
  }
  return filled < size ? 'cut' : out
}

const CLEAR = 256
const STOP = 257
const MAX_CODES = 4096
const NONE = -2

/** TIFF 6.0, section 13: codes run from the high bit down, and widen one code earlier than those of GIF. */
function unpackLzw(packed: Uint8Array, size: number, budget: Budget): Uint8Array | 'cut' | 'broken' {
  const out = new Uint8Array(size)
  // Every string is already in `out`: a code is its start and its length.
  const start = new Uint32Array(MAX_CODES)
  const length = new Uint32Array(MAX_CODES)
  let next = STOP + 1
  let width = 9
  let filled = 0
  /** The code before; -1 after a clear, `NONE` before the first. */
  let previous = NONE
  let previousStart = 0
  let bits = 0
  let bitCount = 0
  for (const byte of packed) {
    bits = ((bits << 8) | byte) & 0xfffff
    bitCount += 8
    if (bitCount < width) continue
    bitCount -= width
    const code = (bits >> bitCount) & ((1 << width) - 1)
    if (code === STOP) break
    if (code === CLEAR) {
      // Encoders clear a table that they have used.
      if (previous === -1) budget.count('meaningless codes')
      next = STOP + 1
      width = 9
      previous = -1
      continue
    }
    if (code > next || (code === next && previous < 0) || (code >= CLEAR && previous < 0)) return 'broken'
    const from = filled
    if (code < CLEAR) {
      if (filled < size) out[filled] = code
      filled++
    } else {
      const [first, count] =
        code === next
          ? [previousStart, from - previousStart + 1]
          : [start[code] as number, length[code] as number]
      const end = Math.min(from + count, size)
      // Byte by byte, since a string may run into itself.
      for (let to = from, i = first; to < end; to++, i++) out[to] = out[i] as number
      filled += count
    }
    if (filled >= size) return out
    if (previous >= 0 && next < MAX_CODES) {
      start[next] = previousStart
      length[next] = from - previousStart + 1
      next++
    }
    if (next >= (1 << width) - 1 && width < 12) width++
    previous = code
    previousStart = from
  }
  return 'cut'
}
