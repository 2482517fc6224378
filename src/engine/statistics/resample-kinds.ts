import type { UniformRandom } from '../base/random.ts'
import { binomial } from './binomial.ts'

/**
 * Draws as many items as there are, with repeats, and tells how many of each kind came up: a multinomial draw, kind by kind, each
 * of what is left. It is distributed as what counting the items one by one tells, and its time does not grow with their number.
 * @param sizes how many items of each kind there are
 * @param times set to how often each kind came up
 */
export function resampleKinds(sizes: ArrayLike<number>, times: Uint32Array, random: UniformRandom): void {
  let draws = 0
  for (let kind = 0; kind < sizes.length; kind++) draws += sizes[kind] as number
  for (let kind = 0, left = draws; kind < sizes.length; kind++) {
    const size = sizes[kind] as number
    const drawn = left === 0 ? 0 : binomial(draws, size / left, random)
    times[kind] = drawn
    draws -= drawn
    left -= size
  }
}
