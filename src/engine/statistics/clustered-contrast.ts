/** A weighted sum of the means of several groups of clustered answers, such as one task less the mean of the others. */
import { studentQuantile } from './quantiles.ts'
import type { Interval } from './wilson.ts'

export interface Contrast extends Interval {
  readonly value: number
  readonly n: number
  readonly clusters: number
}

/** Answers as in `Observations`; `groups` numbers the group of each from 0. */
export interface GroupedAnswers {
  readonly clusters: ArrayLike<number>
  readonly groups: ArrayLike<number>
  readonly values: ArrayLike<number>
}

/**
 * Σ c_k p̂_k with u_g = Σ_i c_k e_i / n_k over the answers of cluster g, variance G/(G−1) Σu_g², and Student's t with
 * Satterthwaite's (Σu²)²/Σu⁴ degrees of freedom. With less than two clusters, or no spread, nothing is known: −1 to 1.
 * @param weights by the number of the group
 */
export function clusteredContrast(
  { clusters, groups, values }: GroupedAnswers,
  weights: readonly number[],
): Contrast {
  const sums = weights.map(() => ({ n: 0, right: 0 }))
  for (let i = 0; i < values.length; i++) {
    const sum = sums[groups[i] as number]
    if (!sum) continue
    sum.n++
    sum.right += values[i] as number
  }
  const means = sums.map(({ n, right }) => (n === 0 ? 0 : right / n))
  const value = means.reduce((sum, mean, k) => sum + mean * (weights[k] ?? 0), 0)
  const residuals = new Map<number, number>()
  for (let i = 0; i < values.length; i++) {
    const k = groups[i] as number
    const weight = (weights[k] ?? 0) / (sums[k]?.n ?? 1)
    const g = clusters[i] as number
    residuals.set(g, (residuals.get(g) ?? 0) + weight * ((values[i] as number) - (means[k] ?? 0)))
  }
  let [squares, fourths] = [0, 0]
  for (const u of residuals.values()) {
    squares += u ** 2
    fourths += u ** 4
  }
  const found = { value, n: values.length, clusters: residuals.size }
  if (residuals.size < 2 || squares === 0) return { ...found, low: -1, high: 1 }
  const variance = (residuals.size / (residuals.size - 1)) * squares
  const reach = studentQuantile(squares ** 2 / fourths) * Math.sqrt(variance)
  return { ...found, low: Math.max(-1, value - reach), high: Math.min(1, value + reach) }
}
