/** How well two orders agree. */
import { correlationOf, correlationPValue } from './pearson.ts'

export interface RankCorrelation {
  readonly n: number
  readonly rho: number
  /** Two-sided, against no correlation. */
  readonly p: number
}

/**
 * Spearman's rank correlation: Pearson's r of the ranks, equal values sharing the mean of theirs (C. Spearman (1904),
 * "The proof and measurement of association between two things", Am. J. Psychol. 15, 72–101), with the p-value of
 * Student's t on n - 2 degrees of freedom. Equals `scipy.stats.spearmanr(x, y)`; null where it is not defined: fewer
 * than two pairs, or one side constant.
 * @throws RangeError if the lists differ in length
 */
export function spearman(x: readonly number[], y: readonly number[]): RankCorrelation | null {
  const rho = correlationOf(averageRanks(x), averageRanks(y))
  return rho === null ? null : { n: x.length, rho, p: correlationPValue(rho, x.length) }
}

/**
 * Ranks from 1 to n in rising order, those of equal values as their mean: `scipy.stats.rankdata` with its default
 * method.
 */
export function averageRanks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] as number) - (values[b] as number))
  const ranks = new Array<number>(values.length).fill(0)
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && values[order[end] as number] === values[order[start] as number]) end++
    // The places start + 1 to end, in the middle.
    for (const index of order.slice(start, end)) ranks[index] = (start + 1 + end) / 2
    start = end
  }
  return ranks
}
