/** What two lists of tokens have in common. */

export interface Overlap {
  readonly precision: number
  readonly recall: number
  /** Harmonic mean of the two, 0 where both are 0. */
  readonly f1: number
}

/** @param common tokens of the prediction that the reference has, too */
export function tokenOverlap(common: number, predicted: number, expected: number): Overlap {
  const precision = common / Math.max(predicted, 1)
  const recall = common / Math.max(expected, 1)
  const sum = precision + recall
  return { precision, recall, f1: sum > 0 ? (2 * precision * recall) / sum : 0 }
}

/** How often each n-gram occurs. */
export type NgramCounts = ReadonlyMap<string, number>

export function ngramCounts(tokens: readonly string[], n: number): NgramCounts {
  const counts = new Map<string, number>()
  for (let start = 0; start + n <= tokens.length; start++) {
    // No tokeniser leaves a space inside of a token.
    const key = tokens.slice(start, start + n).join(' ')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** The size of the multisets' intersection: each n-gram as often as the side that has fewer of it. */
export function commonCount(first: NgramCounts, second: NgramCounts): number {
  let common = 0
  for (const [key, count] of first) common += Math.min(count, second.get(key) ?? 0)
  return common
}

export function totalCount(counts: NgramCounts): number {
  let total = 0
  for (const count of counts.values()) total += count
  return total
}
