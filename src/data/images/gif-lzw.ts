import type { Budget } from './budget.ts'

/** GIF codes have at most 12 bits. */
const MAX_CODES = 4096

const NONE = -2

/**
 * Unpacks the LZW of GIF (GIF89a specification, appendix F) into `out`.
 * @param packed the stream, without the sizes of its blocks
 * @param codeSize bits of a pixel, at most 11
 * @returns `full` once `out` is, whatever follows; `cut` if the stream stops before; `broken` at a code that makes no
 * sense
 * @throws VoxelwiseError `image-too-large` where codes that clear the table have no end
 */
export function unpackLzw(
  packed: Uint8Array,
  codeSize: number,
  out: Uint8Array,
  budget: Budget,
): 'full' | 'cut' | 'broken' {
  const clear = 1 << codeSize
  const stop = clear + 1
  // Each code represents the string of code `before` and one `last` pixel.
  const before = new Uint16Array(MAX_CODES)
  const last = new Uint8Array(MAX_CODES)
  const length = new Uint16Array(MAX_CODES)
  for (let code = 0; code < clear; code++) {
    last[code] = code
    length[code] = 1
  }
  let next = clear + 2
  let width = codeSize + 1
  /** The code before; -1 after a clear, `NONE` before the first. */
  let previous = NONE
  let filled = 0
  let bits = 0
  let bitCount = 0
  for (const byte of packed) {
    bits |= byte << bitCount
    bitCount += 8
    while (bitCount >= width) {
      const code = bits & ((1 << width) - 1)
      bits >>>= width
      bitCount -= width
      if (code === stop) return 'cut'
      if (code === clear) {
        // Encoders clear a table that they have used.
        if (previous === -1) budget.count('meaningless codes')
        next = clear + 2
        width = codeSize + 1
        previous = -1
        continue
      }
      const known = code <= next && (previous >= 0 || code < clear)
      if (!known) return 'broken'
      // A code that is just about to be made is the previous string with its own first pixel behind it.
      const string = code === next ? previous : code
      let first = string
      const end = filled + (length[string] as number)
      for (let to = end - 1; first >= clear; to--, first = before[first] as number) {
        if (to < out.length) out[to] = last[first] as number
      }
      out[filled] = first
      filled = end
      if (code === next) {
        if (filled < out.length) out[filled] = first
        filled++
      }
      if (filled >= out.length) return 'full'
      if (previous >= 0 && next < MAX_CODES) {
        before[next] = previous
        last[next] = first
        length[next] = (length[previous] as number) + 1
        next++
        if (next === 1 << width && width < 12) width++
      }
      previous = code
    }
  }
  return 'cut'
}
