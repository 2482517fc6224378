import type { Budget } from './budget.ts'

/** Codes have at most 12 bits. */
const MAX_CODES = 4096

const NONE = -2

/** How codes are packed into bytes. */
type LzwForm = 'gif' | 'tiff'

/**
 * Unpacks the LZW of GIF (GIF89a, appendix F) or TIFF (TIFF 6.0, section 13) into `out`. TIFF's codes run from the high bit
 * down, and widen one code earlier than those of GIF.
 * @param sampleBits of a pixel, at most 11
 * @returns `full` once `out` is; `cut` if the stream stops before; `broken` at a code that makes no sense
 * @throws PixelError `image-too-large` where codes that clear the table have no end
 */
export function unpackLzw(
  packed: Uint8Array,
  sampleBits: number,
  form: LzwForm,
  out: Uint8Array,
  budget: Budget,
): 'full' | 'cut' | 'broken' {
  const isTiff = form === 'tiff'
  const clear = 1 << sampleBits
  const stop = clear + 1
  // Every string is already in `out`: a code is its start and its length.
  const start = new Uint32Array(MAX_CODES)
  const length = new Uint32Array(MAX_CODES)
  let next = stop + 1
  let width = sampleBits + 1
  let filled = 0
  /** The code before; -1 after a clear, `NONE` before the first. */
  let previous = NONE
  let previousStart = 0
  let bits = 0
  let bitCount = 0
  for (const byte of packed) {
    bits = isTiff ? ((bits << 8) | byte) & 0xfffff : bits | (byte << bitCount)
    bitCount += 8
    while (bitCount >= width) {
      bitCount -= width
      const mask = (1 << width) - 1
      const code = (isTiff ? bits >> bitCount : bits) & mask
      if (!isTiff) bits >>>= width
      if (code === stop) return 'cut'
      if (code === clear) {
        // Encoders clear a table that they have used.
        if (previous === -1) budget.count('meaningless codes')
        next = stop + 1
        width = sampleBits + 1
        previous = -1
        continue
      }
      if (code > next || (code >= clear && previous < 0)) return 'broken'
      const from = filled
      if (code < clear) {
        if (filled < out.length) out[filled] = code
        filled++
      } else {
        // A code that is just about to be made is the previous string with its own first pixel behind it.
        const [first, count] =
          code === next
            ? [previousStart, from - previousStart + 1]
            : [start[code] as number, length[code] as number]
        const end = Math.min(from + count, out.length)
        // Byte by byte, since a string may run into itself.
        for (let to = from, i = first; to < end; to++, i++) out[to] = out[i] as number
        filled += count
      }
      if (filled >= out.length) return 'full'
      if (previous >= 0 && next < MAX_CODES) {
        start[next] = previousStart
        length[next] = from - previousStart + 1
        next++
        if (next === (1 << width) - (isTiff ? 1 : 0) && width < 12) width++
      }
      previous = code
      previousStart = from
    }
  }
  return 'cut'
}
