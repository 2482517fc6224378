import type { Budget } from './budget.ts'
import { inflate } from './inflate.ts'
import { unpackLzw } from './lzw.ts'
import { unpackPackBits } from './packbits.ts'

/** Values of the Compression tag that we read. */
export const COMPRESSIONS = { none: 1, lzw: 5, deflate: 8, oldDeflate: 32946, packBits: 32773 } as const

/**
 * One strip or tile, unpacked to exactly `size` bytes; otherwise whether it is too short or invalid.
 * @throws PixelError `image-too-large` if the data continues without producing output
 */
export function unpackSegment(
  packed: Uint8Array,
  compression: number,
  size: number,
  budget: Budget,
): Uint8Array | 'cut' | 'broken' {
  if (compression === COMPRESSIONS.none) return packed.length < size ? 'cut' : packed.subarray(0, size)
  if (compression === COMPRESSIONS.deflate || compression === COMPRESSIONS.oldDeflate)
    return inflate([packed], size, budget)
  const out = new Uint8Array(size)
  if (compression === COMPRESSIONS.packBits)
    return unpackPackBits(packed, out, 0, 1, budget) === 'short' ? 'cut' : out
  const result = unpackLzw(packed, 8, 'tiff', out, budget)
  return result === 'full' ? out : result
}
