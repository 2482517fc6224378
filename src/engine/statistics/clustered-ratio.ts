/** Ratios and weighted sums of means over clustered answers. */

import { getOrMake } from '../base/grouping.ts'
import { meansBy, type Observations } from './clustered-share.ts'
import { clusterSpread } from './quantiles.ts'
import type { Interval } from './wilson.ts'

/** By cluster: the sums whose ratio is wanted. */
interface RatioCounts {
  readonly numerator: readonly number[]
  readonly denominator: readonly number[]
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/**
 * Σy_g/Σx_g with residuals u_g = (y_g − R x_g)/Σx, variance G/(G−1) Σu_g² (Taylor: Cochran 1977, chapter 6) and Student's t with
 * Satterthwaite's (Σu²)²/Σu⁴ degrees of freedom; not below 0.
 * @returns null where the denominator is 0, there are fewer than two clusters, or nothing varies
 */
export function clusteredRatio({ numerator, denominator }: RatioCounts) {
  const [above, below] = [sum(numerator), sum(denominator)]
  if (below === 0) return null
  const ratio = above / below
  const spread = clusterSpread(
    Array.from(numerator, (y, g) => (y - ratio * (denominator[g] as number)) / below),
  )
  if (!spread) return null
  const reach = spread.t * Math.sqrt(spread.variance)
  return { ratio, low: Math.max(0, ratio - reach), high: ratio + reach }
}

/** Counts a ratio by cluster as its answers come. */
export class RatioTally {
  readonly #sums = new Map<number, { above: number; below: number }>()

  add(cluster: number, above: number, below: number): void {
    const sums = getOrMake(this.#sums, cluster, () => ({ above: 0, below: 0 }))
    sums.above += above
    sums.below += below
  }

  /** The sums over all clusters; the interval of their quotient is null as in `clusteredRatio`. */
  ratio() {
    const sums = [...this.#sums.values()]
    const [numerator, denominator] = [sums.map(({ above }) => above), sums.map(({ below }) => below)]
    const found = clusteredRatio({ numerator, denominator })
    return {
      clusters: sums.length,
      numerator: sum(numerator),
      denominator: sum(denominator),
      interval: found && { low: found.low, high: found.high },
    }
  }
}

/** Answers as in `Observations`; `groups` numbers the group of each from 0. */
interface GroupedAnswers extends Pick<Observations, 'clusters' | 'values'> {
  readonly groups: ArrayLike<number>
}

/**
 * A weighted sum of the means of several groups, such as one task less the mean of the others: Σ c_k p̂_k with
 * u_g = Σ_i c_k e_i / n_k over the answers of cluster g, variance G/(G−1) Σu_g², and Student's t with Satterthwaite's
 * (Σu²)²/Σu⁴ degrees of freedom. With less than two clusters, or no spread, nothing is known: −1 to 1.
 * @param weights by the number of the group
 */
export function clusteredContrast(
  { clusters, groups, values }: GroupedAnswers,
  weights: readonly number[],
): Interval & { readonly value: number } {
  const ofGroup = meansBy(groups, values)
  const value = ofGroup.reduce((sum, { mean }, k) => sum + mean * (weights[k] ?? 0), 0)
  const residuals = new Map<number, number>()
  for (let i = 0; i < values.length; i++) {
    const k = groups[i] as number
    const { n = 1, mean = 0 } = ofGroup[k] ?? {}
    const g = clusters[i] as number
    const residual = ((weights[k] ?? 0) / n) * ((values[i] as number) - mean)
    residuals.set(g, (residuals.get(g) ?? 0) + residual)
  }
  const spread = clusterSpread(residuals.values())
  if (!spread) return { value, low: -1, high: 1 }
  const reach = spread.t * Math.sqrt(spread.variance)
  return { value, low: Math.max(-1, value - reach), high: Math.min(1, value + reach) }
}
