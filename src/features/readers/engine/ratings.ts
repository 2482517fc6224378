/** What several people answered to the same samples. */

/** By reader, then by sample: the category that was given, as a number; null where a reader gave none. */
export type ReaderRatings = readonly (readonly (number | null)[])[]

export type ReaderPair = readonly [first: number, second: number]

/** Every pair of readers, in order. */
export const readerPairs = (readers: number): ReaderPair[] =>
  Array.from({ length: readers }, (_, first) =>
    Array.from({ length: readers - first - 1 }, (_, after): ReaderPair => [first, first + 1 + after]),
  ).flat()

/** The answers of two readers to the samples that both answered. */
export function sharedAnswers<T>(first: readonly (T | null)[], second: readonly (T | null)[]) {
  const shared: { first: T[]; second: T[] } = { first: [], second: [] }
  for (const [sample, one] of first.entries()) {
    const other = second[sample] ?? null
    if (one === null || other === null) continue
    shared.first.push(one)
    shared.second.push(other)
  }
  return shared
}

/** Each sample's answers, without those that are missing. */
export function answersBySample<T>(ratings: readonly (readonly (T | null)[])[]): T[][] {
  const samples = Math.max(0, ...ratings.map(row => row.length))
  return Array.from({ length: samples }, (_, sample) =>
    ratings.flatMap(row => {
      const answer = row[sample] ?? null
      return answer === null ? [] : [answer]
    }),
  )
}

/** The mean of the values that are defined; null where none is. */
export function meanOfDefined(values: readonly (number | null)[]): number | null {
  const defined = values.filter(value => value !== null)
  return defined.length === 0 ? null : defined.reduce((sum, value) => sum + value, 0) / defined.length
}
