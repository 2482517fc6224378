/** The same readers in two conditions: with other images, other aids, or in two sittings. */
import { groupBy } from '../../../engine/base/grouping.ts'
import type { ReaderFacts } from '../../../engine/protocol/reader.ts'
import { type ConditionDifference, conditionDifference } from './multi-reader.ts'
import type { ReaderRatings } from './ratings.ts'
import { type SecondsChange, secondsChange } from './seconds-change.ts'

/** Who gave the answers of a run: a person in a sitting; null for a model. */
export type Answerer = Pick<ReaderFacts, 'code' | 'sitting' | 'conditions' | 'shows' | 'marginPoints'> | null

export interface ComparedConditions {
  /** In words; empty where nothing was said, and the images were shown as they are. */
  readonly first: string
  readonly second: string
  /** Those with one run in each. */
  readonly readers: number
  /** Those that all of them answered in both. */
  readonly samples: number
  /** The second less the first. */
  readonly difference: ConditionDifference
  /** Null where no answer has a time in both. */
  readonly time: SecondsChange | null
}

interface Reading {
  readonly run: number
  readonly code: string
  readonly condition: string
}

const readerCondition = ({ shows, conditions }: NonNullable<Answerer>): string =>
  [shows, conditions].filter(Boolean).join('; ')

/** By what was shown and what the reader said of the conditions; by the sitting where these are all alike. */
function groupReadings(answerers: readonly Answerer[]): readonly Reading[] {
  const people = answerers.flatMap((one, run) => (one ? [{ one, run }] : []))
  const isOneCondition = new Set(people.map(({ one }) => readerCondition(one))).size === 1
  return people.map(({ one, run }) => ({
    ...{ run, code: one.code },
    condition: isOneCondition ? `sitting ${one.sitting}` : readerCondition(one),
  }))
}

interface ReadSamples {
  readonly right: ReaderRatings
  /** Null without a time. */
  readonly seconds: ReaderRatings
  readonly clusterBySample: readonly number[]
}

/**
 * @param read verdicts and seconds by run, then by sample
 * @returns null without two conditions in which two readers have one run each
 */
export function comparedConditions(
  { right, seconds, clusterBySample }: ReadSamples,
  answerers: readonly Answerer[],
): ComparedConditions | null {
  const readings = groupReadings(answerers)
  const [first, second, ...more] = [...new Set(readings.map(({ condition }) => condition))].sort()
  if (first === undefined || second === undefined || more.length > 0) return null
  const pairs = [...groupBy(readings, ({ code }) => code).values()].flatMap(ownReadings => {
    const [before, after] = [first, second].map(name =>
      ownReadings.filter(({ condition }) => condition === name),
    )
    const [one, other] = [before?.[0], after?.[0]]
    return ownReadings.length === 2 && one && other ? [{ first: one.run, second: other.run }] : []
  })
  if (pairs.length < 2) return null
  const runs = pairs.flatMap(pair => [pair.first, pair.second])
  const samples = clusterBySample.flatMap((_, sample) =>
    runs.every(run => (right[run]?.[sample] ?? null) !== null) ? [sample] : [],
  )
  const groups = [...groupBy(samples, sample => clusterBySample[sample] ?? 0).values()]
  const counts = (run: number) =>
    groups.map(group => group.reduce((sum, sample) => sum + (right[run]?.[sample] ?? 0), 0))
  return {
    ...{ first, second, readers: pairs.length, samples: samples.length },
    difference: conditionDifference(
      groups.map(({ length }) => length),
      pairs.map(pair => counts(pair.first)),
      pairs.map(pair => counts(pair.second)),
    ),
    time: secondsChange(
      pairs.map(pair => seconds[pair.first] ?? []),
      pairs.map(pair => seconds[pair.second] ?? []),
      clusterBySample,
    ),
  }
}
