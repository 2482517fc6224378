/** How the time of an answer changes between two conditions of the same readers. */
import { defaultSeed, Random } from '@voxelwise/statistics'
import type { ReaderRatings } from './ratings.ts'
import { readingSeconds } from './reading-seconds.ts'

export interface SecondsChange {
  /** Answers of one reader to one sample with a time in both conditions. */
  readonly pairs: number
  /** Median seconds. */
  readonly first: number
  readonly second: number
  /** Two-sided, of no change. */
  readonly p: number
}

const draws = 9_999

/**
 * Seconds of the same readers and samples, compared by sign flips: each cluster's sum of log(second / first) might as well have the
 * other sign. p is that of 9,999 draws, seed 1, with the observed signs as one more (B. Phipson and G. K. Smyth, 2010, Stat. Appl.
 * Genet. Mol. Biol. 9, 39).
 * @param first, second seconds above 0 by reader, then by sample; null without @param clusterBySample by sample
 * @returns null where no answer has a time in both
 */
export function secondsChange(
  first: ReaderRatings,
  second: ReaderRatings,
  clusterBySample: readonly unknown[],
): SecondsChange | null {
  const sums = new Map<unknown, number>()
  const [before, after]: [number[], number[]] = [[], []]
  for (const [reader, row] of first.entries())
    for (const [sample, one] of row.entries()) {
      const other = second[reader]?.[sample] ?? null
      if (one === null || other === null) continue
      before.push(one)
      after.push(other)
      const cluster = clusterBySample[sample]
      sums.set(cluster, (sums.get(cluster) ?? 0) + Math.log(other / one))
    }
  const [from, to] = [readingSeconds(before), readingSeconds(after)]
  if (!from || !to) return null
  return { pairs: before.length, first: from.median, second: to.median, p: signFlips([...sums.values()]) }
}

function signFlips(sums: readonly number[]): number {
  const all = sums.reduce((total, sum) => total + Math.abs(sum), 0)
  // A sum that differs from the observed one by rounding alone counts as large.
  const least = Math.abs(sums.reduce((total, sum) => total + sum, 0)) - 1e-12 * all
  const random = new Random(defaultSeed)
  let asLarge = 1
  for (let draw = 0; draw < draws; draw++) {
    let total = 0
    for (const sum of sums) total += random.below(2) === 0 ? sum : -sum
    if (Math.abs(total) >= least) asLarge++
  }
  return asLarge / (1 + draws)
}
