import { studentQuantile } from './quantiles.ts'
import type { Interval } from './wilson.ts'

/** By cluster: the sums whose ratio is wanted. */
export interface RatioCounts {
  readonly numerator: ArrayLike<number>
  readonly denominator: ArrayLike<number>
}

export interface ClusteredRatio extends Interval {
  readonly ratio: number
}

/**
 * Σy_g/Σx_g with residuals u_g = (y_g − R x_g)/Σx, variance G/(G−1) Σu_g² (Taylor: Cochran 1977, chapter 6) and Student's t with
 * Satterthwaite's (Σu²)²/Σu⁴ degrees of freedom; not below 0.
 * @returns null where the denominator is 0, there are fewer than two clusters, or nothing varies
 */
export function clusteredRatio({ numerator, denominator }: RatioCounts): ClusteredRatio | null {
  const clusters = denominator.length
  let [above, below] = [0, 0]
  for (let g = 0; g < clusters; g++) {
    above += numerator[g] as number
    below += denominator[g] as number
  }
  if (below === 0) return null
  const ratio = above / below
  let [squares, fourths] = [0, 0]
  for (let g = 0; g < clusters; g++) {
    const u = ((numerator[g] as number) - ratio * (denominator[g] as number)) / below
    squares += u ** 2
    fourths += u ** 4
  }
  if (clusters < 2 || squares === 0) return null
  const reach = studentQuantile(squares ** 2 / fourths) * Math.sqrt((clusters / (clusters - 1)) * squares)
  return { ratio, low: Math.max(0, ratio - reach), high: ratio + reach }
}
