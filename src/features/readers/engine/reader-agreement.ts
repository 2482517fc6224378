/** How readers agree: over all samples, in each task, and in each voxel. */
import type { Interval } from '@voxelwise/statistics'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { groupBy } from '../../../engine/base/grouping.ts'
import { fleissKappa, gwetsAc1, pairKappa, percentAgreement } from './agreement.ts'
import { clusteredPercentiles } from './agreement-interval.ts'
import {
  ac1Sums,
  alphaSums,
  cohenSums,
  fleissSums,
  percentSums,
  type SummedFigure,
} from './agreement-sums.ts'
import { krippendorffsAlpha } from './krippendorff.ts'
import { meanOfDefined, type ReaderRatings, readerPairs } from './ratings.ts'

/** A figure with its clustered interval; both null where they are not defined. */
export interface AgreementFigure {
  readonly value: number | null
  readonly interval: Interval | null
}

export const agreementNames = ['percent', 'cohen', 'fleiss', 'alpha', 'ac1'] as const
export type AgreementName = (typeof agreementNames)[number]

/** Agreement of the readers: of their answers (`percent`), and on being right (the others). */
export interface ReaderAgreement extends Readonly<Record<AgreementName, AgreementFigure>> {
  readonly samples: number
  readonly clusters: number
}

/** Agreement on some of the samples. */
export interface GroupAgreement extends ReaderAgreement {
  /** The mean share right of the readers, and that of each model. */
  readonly readers: number | null
  readonly models: readonly (number | null)[]
}

export interface TaskAgreement extends GroupAgreement, Pick<ResultRow, 'task'> {}
export interface VoxelAgreement extends GroupAgreement, Pick<ResultRow, 'task' | 'modality' | 'parts'> {}

/** Answers and verdicts by run, then by sample. */
export interface RatedSamples {
  readonly answers: ReaderRatings
  readonly right: ReaderRatings
  readonly clusterBySample: readonly number[]
}

/** Fewer samples of a group say little of agreement. */
const fewestSamples = 10

/**
 * Agreement in each group with ten samples or more, in the order of their first samples.
 * @param placeInFile the group of each sample, such as its task @param readers, models places of their runs
 */
export function groupAgreements<Place extends object>(
  rated: RatedSamples,
  groupBySample: readonly Place[],
  readers: readonly number[],
  models: readonly number[],
): readonly (GroupAgreement & Place)[] {
  const groups = groupBy(groupBySample.keys(), sample => JSON.stringify(groupBySample[sample]))
  return [...groups.values()]
    .filter(samples => samples.length >= fewestSamples)
    .map(samples => {
      const meanRight = (run: number) =>
        meanOfDefined(samples.map(sample => rated.right[run]?.[sample] ?? null))
      return {
        ...(groupBySample[samples[0] ?? 0] as Place),
        ...readerAgreement(rated, readers, samples),
        readers: meanOfDefined(readers.map(meanRight)),
        models: models.map(meanRight),
      }
    })
}

/** @param samples places of those that count */
export function readerAgreement(
  rated: RatedSamples,
  readers: readonly number[],
  samples: readonly number[],
): ReaderAgreement {
  const part = (ratings: ReaderRatings): ReaderRatings =>
    readers.map(run => samples.map(sample => ratings[run]?.[sample] ?? null))
  const clusterBySample = samples.map(sample => rated.clusterBySample[sample])
  const figure = (ratings: ReaderRatings, value: number | null, sums: SummedFigure): AgreementFigure => ({
    value,
    interval: clusteredPercentiles(ratings, clusterBySample, sums),
  })
  const [answers, right] = [part(rated.answers), part(rated.right)]
  const overPairs = (
    drawn: ReaderRatings,
    of: (a: ReaderRatings[number], b: ReaderRatings[number]) => number | null,
  ) => meanOfDefined(readerPairs(drawn.length).map(([a, b]) => of(drawn[a] ?? [], drawn[b] ?? [])))
  const kappa = (a: ReaderRatings[number], b: ReaderRatings[number]) => pairKappa(a, b, 2)
  const n = readers.length
  return {
    samples: samples.length,
    clusters: new Set(clusterBySample).size,
    percent: figure(answers, overPairs(answers, percentAgreement), percentSums(n)),
    cohen: figure(right, overPairs(right, kappa), cohenSums(n)),
    fleiss: figure(right, fleissKappa(right).kappa, fleissSums(n)),
    alpha: figure(right, krippendorffsAlpha(right, 'nominal'), alphaSums),
    ac1: figure(right, gwetsAc1(right, 2), ac1Sums),
  }
}
