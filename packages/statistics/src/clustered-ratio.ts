/** Ratios of sums over clustered answers. */

import { DefaultMap } from './default-map.ts'
import { clusterSpread } from './quantiles.ts'

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
    Array.from(numerator, (y, g) => {
      const expected = ratio * (denominator[g] as number)
      return { sum: (y - expected) / below, size: (Math.abs(y) + Math.abs(expected)) / below }
    }),
  )
  if (!spread) return null
  const clusters = numerator.length
  const reach = spread.t * Math.sqrt((clusters / (clusters - 1)) * spread.variance)
  return { ratio, low: Math.max(0, ratio - reach), high: ratio + reach }
}

/** Counts a ratio by cluster as its answers come. */
export class RatioTally {
  readonly #sums = new DefaultMap<number, { above: number; below: number }>(() => ({ above: 0, below: 0 }))

  add(cluster: number, above: number, below: number): void {
    const sums = this.#sums.at(cluster)
    sums.above += above
    sums.below += below
  }

  /** The sums over all clusters; the interval of their quotient is null as in `clusteredRatio`. */
  ratio() {
    const sums = [...this.#sums.values()]
    const [numerator, denominator] = [sums.map(({ above }) => above), sums.map(({ below }) => below)]
    const ratio = clusteredRatio({ numerator, denominator })
    return {
      clusters: sums.length,
      numerator: sum(numerator),
      denominator: sum(denominator),
      interval: ratio && { low: ratio.low, high: ratio.high },
    }
  }
}
