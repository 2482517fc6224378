import type { Budget } from './budget.ts'

/** Whether packed bytes filled what they had to. `overrun`: they did, and the last count claims more than there are. */
type Unpacked = 'short' | 'whole' | 'overrun'

/**
 * Unpacks PackBits (TIFF 6.0, section 9): a count, then literal bytes or one byte to repeat.
 * @param out gets every `step`th byte from `start` on, up to its end
 * @throws PixelError `image-too-large` where counts without a meaning have no end
 */
export function unpackPackBits(
  packed: Uint8Array,
  out: Uint8Array,
  start: number,
  step: number,
  budget: Budget,
): Unpacked {
  let to = start
  let isOverrun = false
  for (let at = 0; at < packed.length && to < out.length; ) {
    const count = packed[at++] as number
    if (count === 128) {
      budget.count('meaningless codes')
      continue
    }
    const isRun = count > 128
    const wanted = Math.min(isRun ? 257 - count : count + 1, Math.ceil((out.length - to) / step))
    const stored = isRun ? 1 : wanted
    if (at + stored > packed.length) return 'short'
    // What is wanted is there, so nothing is missing from the picture.
    isOverrun = !isRun && at + count + 1 > packed.length
    for (let i = 0; i < wanted; i++, to += step) out[to] = packed[isRun ? at : at + i] as number
    at += stored
  }
  if (to < out.length) return 'short'
  return isOverrun ? 'overrun' : 'whole'
}
