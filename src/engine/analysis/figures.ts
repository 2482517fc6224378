/** `figures.json`: every figure with its slice, its interval and what that rests on. */

import { type Json, stringifyJson } from '@voxelwise/python'
import type { TwoWayShare } from '@voxelwise/statistics'
import { frameAxes } from '../protocol/frame.ts'
import type { AccuracyFigures } from './accuracy-figures.ts'
import type { Unit } from './clusters.ts'
import { type MeasuredFigures, ownThresholdName } from './measured.ts'
import type { PairFigures } from './pairs.ts'
import { pooledAccuracies } from './pooled-voxels.ts'
import { type Countable, type Estimate, intervalMethod, type Shares, type SliceKey } from './shares.ts'
import type { YesNoFigures } from './yes-no.ts'

/** One figure of `figures.json`: the fields of docs/statistics.md, in their order. */
export interface Figure {
  readonly figure: string
  readonly slice: SliceKey
  readonly n: number
  /** Null of a figure that is no share. */
  readonly correct: number | null
  readonly clusters: number
  /** `text` only of a two-way interval: the texts of questions. */
  readonly unit: Unit | 'text'
  /** From 0 to 1; of a difference from −1 to 1. */
  readonly share: number
  /** Null where it has no interval. */
  readonly low: number | null
  readonly high: number | null
  readonly designEffect: number | null
  readonly effectiveN: number | null
  readonly method: string | null
  readonly icc: number | null
  /** Only of accuracies: what guessing scores, and the most frequent right answer of each task and kind of question. */
  readonly guessing?: number | null
  readonly majority?: number | null
  /** Only of accuracies: that most frequent right answer, where it is the same for all questions. */
  readonly mostFrequent?: string | null
  /** Only of accuracies: the letter that is right most often in the whole run, and what it would score alone. */
  readonly constantLetter?: string | null
  readonly constantLetterShare?: number | null
  /** Only of accuracies: the answer that is always right, or always given. */
  readonly oneAnswer?: string | null
  /** Only of a finding that is present or absent: the answer that says that it is present. */
  readonly positive?: string
  /** Only of a paper's finding. */
  readonly verdict?: string
  /** Only of an audit's figure: the largest share of replies in one of its conditions that could not be read. */
  readonly unread?: number
}

const accuracy = (slice: SliceKey, estimate: Estimate, icc: number): Figure => {
  const { n, correct, share, low, high, basis } = estimate
  return {
    ...{ figure: 'accuracy', slice, n, correct },
    ...{ clusters: basis?.clusters ?? 0, unit: basis?.unit ?? 'question' },
    ...{ share, low, high },
    ...{ designEffect: basis?.designEffect ?? 1, effectiveN: basis?.effectiveN ?? 0 },
    ...{ method: intervalMethod(estimate), icc },
    ...{ guessing: estimate.chance, majority: estimate.majority ?? null },
    mostFrequent: estimate.usual ?? null,
    constantLetter: estimate.letter?.letter ?? null,
    constantLetterShare: estimate.letter?.share ?? null,
    oneAnswer: estimate.constant?.answer ?? null,
  }
}

/** How a slice names each axis. */
export const sliceNames = { task: 'task', modality: 'modality', parts: 'region', dataset: 'dataset' }

/** Accuracy overall, by task, modality, region and data set, and of every voxel; then the means over tasks and over voxels. */
export function accuracyList({
  overall,
  slices,
  voxels,
  macro,
  twoWay,
  clustering,
}: AccuracyFigures): Figure[] {
  const { icc, unit } = clustering
  const accuracyAt = (slice: SliceKey, estimate: Estimate) => accuracy(slice, estimate, icc)
  return [
    accuracyAt({}, overall),
    ...frameAxes.flatMap(axis =>
      slices[axis].map(({ label, ...estimate }) => accuracyAt({ [sliceNames[axis]]: label }, estimate)),
    ),
    ...voxels.map(({ task, modality, parts, ...estimate }) =>
      accuracyAt({ task, modality, region: parts }, estimate),
    ),
    ...Array.from(
      pooledAccuracies(voxels),
      ([{ task, modality, parts, n, basis }, share]): Figure => ({
        ...{ figure: 'accuracy-pooled-by-task', slice: { task, modality, region: parts }, n, correct: null },
        ...{ clusters: basis?.clusters ?? 0, unit, share, low: null, high: null },
        ...{ designEffect: null, effectiveN: null, method: 'beta-binomial', icc: null },
      }),
    ),
    ...(['task', 'voxel'] as const).flatMap((part): Figure[] => {
      if (!macro) return []
      const { mean, n, clusters, low, high, effectiveN } = macro[part]
      return [
        {
          ...{ figure: `mean-of-${part}s`, slice: {}, n, correct: null, clusters, unit },
          ...{ share: mean, low, high, designEffect: null, effectiveN, method: 'satterthwaite', icc: null },
        },
      ]
    }),
    ...(twoWay?.overall ? [twoWayFigure({}, twoWay.overall, unit)] : []),
    ...(twoWay?.tasks ?? []).map(share => twoWayFigure({ task: share.label }, share, unit)),
  ]
}

/** `clusters` are those of the smaller kind: their number decides. */
function twoWayFigure(slice: SliceKey, of: TwoWayShare, unit: Unit): Figure {
  const { share, low, high, n, correct, images, texts, effectiveN } = of
  return {
    ...{ figure: 'accuracy-two-way', slice, n, correct, clusters: Math.min(images, texts) },
    ...{ unit: texts < images ? 'text' : unit, share, low, high },
    ...{ designEffect: n / effectiveN, effectiveN, method: 'two-way', icc: null },
  }
}

/**
 * Accuracy by the values of one or more fields, in the order of first mention.
 * @param readField a field's value; undefined where it is missing
 */
export function accuracyBy<Row extends Countable>(
  shares: Shares<Row>,
  fields: readonly string[],
  readField: (row: Row, field: string) => Json | undefined,
): Figure[] {
  const slices = new Map<string, SliceKey>()
  const estimates = shares.by(row => {
    const slice = Object.fromEntries(fields.map(field => [field, presentOr(readField(row, field))]))
    const key = stringifyJson(slice)
    if (!slices.has(key)) slices.set(key, slice)
    return key
  })
  return Array.from(estimates, ([key, estimate]) => accuracy(slices.get(key) ?? {}, estimate, shares.icc))
}

/** What judges measured: the mean, of an error the median, then the share at each threshold. A mean error may exceed 1. */
export function measuredList(measured: readonly MeasuredFigures[]): Figure[] {
  return measured.flatMap(({ measure, n, unparsed, mean, median, shares }): Figure[] => {
    const { id, isError } = measure
    const middles = [
      { name: 'mean', of: mean },
      { name: 'median', of: median },
    ]
    return [
      ...middles.flatMap(({ name, of }): Figure[] => {
        if (!of?.interval) return []
        const { value, interval, clusters, unit, method } = of
        return [
          {
            ...{
              figure: `${name}-${id}`,
              slice: {},
              n: isError ? n - unparsed : n,
              correct: null,
              clusters,
              unit,
            },
            ...{ share: value, ...interval, designEffect: null, effectiveN: null, method, icc: null },
          },
        ]
      }),
      ...shares.map(({ threshold, figure }) => ({
        ...accuracy({}, figure, 0),
        ...{
          figure:
            ownThresholdName(measure, threshold)?.toLowerCase() ?? `${id}${isError ? '<' : '@'}${threshold}`,
          icc: null,
        },
      })),
    ]
  })
}

/** Figures of pairs of questions: both right, and the same answer twice among those with two readable answers. */
export function pairList(pairs: PairFigures | null): Figure[] {
  if (!pairs) return []
  const { setAccuracy, confusion } = pairs
  const named = (name: string, estimate: Estimate): Figure => ({
    ...accuracy({}, estimate, 0),
    ...{ figure: name, icc: null },
  })
  return [named('set-accuracy', setAccuracy), ...(confusion ? [named('confusion', confusion)] : [])]
}

/** An empty text is a missing value, as an empty cell of a table is. */
const presentOr = (value: Json | undefined): Json => (value === undefined || value === '' ? null : value)

/** Figures of yes/no questions: balanced accuracy, the recall of each answer, and kappa, which has no interval. */
export function yesNoList(of: YesNoFigures | null): Figure[] {
  if (!of) return []
  const { n, yes, no, balanced, kappa } = of
  const unit = (yes ?? no)?.basis?.unit ?? 'question'
  const rest = { slice: {}, n, correct: null, unit, designEffect: null, icc: null }
  const recall = (answer: 'yes' | 'no', found: Estimate | null): Figure[] => {
    if (!found) return []
    const {
      guessing: _,
      majority: __,
      mostFrequent: ___,
      oneAnswer: ____,
      constantLetter: _____,
      constantLetterShare: ______,
      ...figure
    } = accuracy({}, found, 0)
    return [{ ...figure, figure: `recall-of-${answer}`, icc: null }]
  }
  return [
    ...(balanced
      ? [
          {
            ...{ ...rest, figure: 'balanced-accuracy', clusters: balanced.clusters, share: balanced.mean },
            ...{ low: balanced.low, high: balanced.high, effectiveN: balanced.effectiveN },
            method: 'satterthwaite',
          },
        ]
      : []),
    ...recall('yes', yes),
    ...recall('no', no),
    ...(kappa === null
      ? []
      : [
          {
            ...{ ...rest, figure: 'kappa', clusters: balanced?.clusters ?? 0, share: kappa },
            ...{ low: null, high: null, effectiveN: null, method: null },
          },
        ]),
  ]
}

/** Each slice once, the first time it is listed. */
export function figuresJson(figures: readonly Figure[]): string {
  const known = new Map<string, Figure>()
  for (const figure of figures) {
    const key = stringifyJson([figure.figure, figure.slice])
    if (!known.has(key)) known.set(key, figure)
  }
  return `${JSON.stringify([...known.values()], null, 2)}\n`
}
