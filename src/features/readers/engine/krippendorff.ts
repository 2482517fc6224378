/** Krippendorff's alpha. */
import { countBy } from '../../../engine/base/grouping.ts'
import { answersBySample, type ReaderRatings } from './ratings.ts'

/** How far two categories are apart: not at all or fully, by the answers between them, or by the difference of their numbers. */
type AlphaLevel = 'nominal' | 'ordinal' | 'interval'

/**
 * Agreement of any number of readers, with gaps: 1 − (n − 1) Σ o δ² / Σ n_c n_k δ², K. Krippendorff (2011), "Computing Krippendorff's
 * alpha-reliability". Coincidences o of a sample with m ≥ 2 answers are its ordered pairs, each counted 1/(m − 1).
 * @returns null where nothing was answered twice, or the answers of such samples are one category
 */
export function krippendorffsAlpha(ratings: ReaderRatings, level: AlphaLevel): number | null {
  const pairable = answersBySample(ratings).filter(answers => answers.length > 1)
  const totals = [...countBy(pairable.flat())].sort(([a], [b]) => a - b)
  const apart = squaredDistances(totals, level)
  const placeByCategory = new Map(totals.map(([category], place) => [category, place]))
  const distance = (a: number, b: number) =>
    apart[placeByCategory.get(a) as number]?.[placeByCategory.get(b) as number] ?? 0
  let observed = 0
  for (const answers of pairable)
    for (const [first, times] of countBy(answers))
      for (const [second, others] of countBy(answers))
        if (first !== second) observed += (times * others * distance(first, second)) / (answers.length - 1)
  let expected = 0
  for (const [first, times] of totals)
    for (const [second, others] of totals) expected += times * others * distance(first, second)
  const n = totals.reduce((sum, [, times]) => sum + times, 0)
  return expected === 0 ? null : 1 - ((n - 1) * observed) / expected
}

/** @param totals the categories in their order, with how often each was given */
function squaredDistances(totals: readonly (readonly [number, number])[], level: AlphaLevel): number[][] {
  const before: number[] = []
  let passed = 0
  for (const [, times] of totals) {
    // The middle of a category's ranks: the answers between two categories are the difference of both middles.
    before.push(passed + times / 2)
    passed += times
  }
  const measures: Readonly<Record<AlphaLevel, (a: number, b: number) => number>> = {
    nominal: (a, b) => Number(a !== b),
    ordinal: (a, b) => ((before[a] as number) - (before[b] as number)) ** 2,
    interval: (a, b) => ((totals[a]?.[0] ?? 0) - (totals[b]?.[0] ?? 0)) ** 2,
  }
  return totals.map((_, a) => totals.map((_, b) => measures[level](a, b)))
}
