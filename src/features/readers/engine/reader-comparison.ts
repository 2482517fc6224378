/** Runs of people and of models on the same samples: how they agree, and where a model stands among people. */
import { findClusters } from '../../../engine/analysis/clusters.ts'
import { type Comparable, matchRuns } from '../../../engine/analysis/paired-differences.ts'
import { accuracyShares } from '../../../engine/analysis/report.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { Estimate } from '../../../engine/analysis/shares.ts'
import { getOrMake, groupBy } from '../../../engine/base/grouping.ts'
import { keptText } from '../../../engine/protocol/answer-words.ts'
import { pairKappa, percentAgreement } from './agreement.ts'
import { type Answerer, type ComparedConditions, comparedConditions } from './condition-comparison.ts'
import { type ModelAgainstReaders, modelAgainstReaders } from './multi-reader.ts'
import { isNonInferior } from './random-readers.ts'
import { type ReaderRatings, readerPairs } from './ratings.ts'
import {
  groupAgreements,
  type RatedSamples,
  type ReaderAgreement,
  readerAgreement,
  type TaskAgreement,
  type VoxelAgreement,
} from './reader-agreement.ts'
import {
  consensus,
  defaultMargin,
  interchangeability,
  kappaBesideReaders,
  leaveOneOut,
  placeAmong,
  type SharedRight,
  type SpreadVerdict,
  sharedRight,
  spreadVerdict,
} from './spread.ts'

export type ComparedRow = Comparable & Pick<ResultRow, 'given' | 'index'>

/** Two runs, by their places: equal answers, and Cohen's kappa on being right. */
export interface PairAgreement {
  readonly pair: readonly [number, number]
  readonly samples: number
  readonly percent: number | null
  readonly kappa: number | null
  /** Both are sittings of one reader. */
  readonly isSameReader: boolean
}

/** A model among the readers. */
export interface ModelAmongReaders {
  /** Its place among the runs. */
  readonly run: number
  readonly place: { readonly below: number; readonly equal: number; readonly above: number }
  readonly against: ModelAgainstReaders
  /** By the stated margin; null without one, and without an interval. */
  readonly isNonInferior: boolean | null
  readonly gamma: number | null
  readonly spread: SpreadVerdict
  readonly shared: SharedRight
  /** Mean kappas on being right: of the readers with each other, and of the model with each. */
  readonly kappas: { readonly readers: number | null; readonly model: number | null }
  /** Kappa on being right with what most of the other readers are: of each reader, and the model's mean. */
  readonly alone: { readonly readers: readonly (number | null)[]; readonly model: number | null }
}

export interface ReaderComparison {
  /** Samples that every run asked and at least one answered. */
  readonly samples: number
  readonly clusters: number
  /** By run: its share right on them. */
  readonly accuracies: readonly Estimate[]
  /** Places of the first sittings: one for each reader. */
  readonly readers: readonly number[]
  /** In points, that the studies of all readers state; null where they state none, or not one. */
  readonly marginPoints: number | null
  readonly whole: ReaderAgreement
  readonly tasks: readonly TaskAgreement[]
  readonly voxels: readonly VoxelAgreement[]
  readonly pairs: readonly PairAgreement[]
  /** What more than half of the readers say: how often it is right, how often there is none, and of how many samples. */
  readonly consensus: { readonly right: number; readonly none: number; readonly of: number }
  readonly models: readonly ModelAmongReaders[]
  /** Null without two conditions of the same readers. */
  readonly conditions: ComparedConditions | null
}

/**
 * @param answerers of each run @param secondsBy of each run the seconds of its answers, by the index of the sample
 * @returns null with fewer than two readers
 */
export function compareReaders(
  runs: readonly (readonly ComparedRow[])[],
  answerers: readonly Answerer[],
  secondsBy: readonly ReadonlyMap<number, number>[],
): ReaderComparison | null {
  const readers = firstSittings(answerers)
  if (readers.length < 2) return null
  const matched = matchRuns(runs).filter(rows => rows.some(isAnswered))
  const answeredRows = matched.map(rows => rows.find(isAnswered) as ComparedRow)
  const clusters = findClusters(answeredRows)
  const table = rateSamples(
    matched,
    answeredRows.map(row => clusters.of(row)),
  )
  const seconds = secondsBy.map((secondsBySample, run) =>
    matched.map(rows => {
      const row = rows[run] as ComparedRow
      return isAnswered(row) ? (secondsBySample.get(row.index) ?? null) : null
    }),
  )
  const marginPoints = statedMargin(readers.map(run => answerers[run]?.marginPoints))
  const modelPlaces = answerers.flatMap((answerer, run) => (answerer === null ? [run] : []))
  const inEach = <Place extends object>(toPlace: (row: ComparedRow) => Place) =>
    groupAgreements(table, answeredRows.map(toPlace), readers, modelPlaces)
  return {
    samples: matched.length,
    clusters: new Set(table.clusterBySample).size,
    accuracies: runs.map((_, run) => accuracyShares(matched.map(rows => rows[run] as ComparedRow)).whole()),
    readers,
    marginPoints,
    whole: readerAgreement(
      table,
      readers,
      answeredRows.map((_, sample) => sample),
    ),
    tasks: inEach(({ task }) => ({ task })),
    voxels: inEach(({ task, modality, parts }) => ({ task, modality, parts })),
    pairs: readerPairs(runs.length).map(([a, b]) => comparePair(table, answerers, a, b)),
    consensus: findConsensus(table, readers),
    models: modelPlaces.map(run => amongReaders(table, readers, run, marginPoints)),
    conditions: comparedConditions({ ...table, seconds }, answerers),
  }
}

const isAnswered = ({ verdict }: Pick<ComparedRow, 'verdict'>): boolean => verdict !== 'failed'

const statedMargin = ([first, ...others]: readonly (number | undefined)[]): number | null =>
  others.every(margin => margin === first) ? (first ?? null) : null

/** A later sitting of a reader, or one with other images, is no other reader. */
function firstSittings(answerers: readonly Answerer[]): readonly number[] {
  const first = new Map<string, number>()
  for (const [run, answerer] of answerers.entries()) {
    if (answerer === null) continue
    const known = answerers[first.get(answerer.code) ?? -1]
    if (!known || sittingRank(answerer) < sittingRank(known)) first.set(answerer.code, run)
  }
  return [...first.values()].sort((a, b) => a - b)
}

/** The first sitting on the images themselves comes first. */
const sittingRank = ({ sitting, shows }: NonNullable<Answerer>): number =>
  sitting + (shows === undefined ? 0 : 2)

/** Answers are numbered by their words. Long words are not kept: such an answer counts as none, except for its verdict. */
function rateSamples(
  matched: readonly (readonly ComparedRow[])[],
  clusterBySample: readonly number[],
): RatedSamples {
  const numbers = new Map<string, number>()
  const answerNumber = (given: string | undefined) =>
    given === undefined || (given.startsWith('\t') && keptText(given) === '')
      ? null
      : getOrMake(numbers, given, () => numbers.size)
  const runs = matched[0]?.map((_, run) => run) ?? []
  const by = (take: (row: ComparedRow) => number | null) =>
    runs.map(run => matched.map(rows => take(rows[run] as ComparedRow)))
  return {
    answers: by(row => (isAnswered(row) ? answerNumber(row.given) : null)),
    right: by(row => (isAnswered(row) ? Number(row.verdict === 'correct') : null)),
    clusterBySample,
  }
}

function comparePair(
  { answers, right }: RatedSamples,
  answerers: readonly Answerer[],
  a: number,
  b: number,
): PairAgreement {
  const [first, second] = [right[a] ?? [], right[b] ?? []]
  const code = answerers[a]?.code
  return {
    pair: [a, b],
    samples: first.filter((one, sample) => one !== null && (second[sample] ?? null) !== null).length,
    percent: percentAgreement(answers[a] ?? [], answers[b] ?? []),
    kappa: pairKappa(first, second, 2),
    isSameReader: code !== undefined && code === answerers[b]?.code,
  }
}

function amongReaders(
  { answers, right, clusterBySample }: RatedSamples,
  readers: readonly number[],
  run: number,
  marginPoints: number | null,
): ModelAmongReaders {
  const perReader = (ratings: ReaderRatings) => readers.map(reader => ratings[reader] ?? [])
  const [people, modelAnswers] = [perReader(answers), answers[run] ?? []]
  const [peopleRight, modelRight] = [perReader(right), right[run] ?? []]
  const all = clusterBySample.map(() => 1)
  const against = crossed(peopleRight, modelRight, clusterBySample)
  const margin = marginPoints === null ? null : marginPoints / 100
  return {
    run,
    // Being right is the verdict: an answer in other words than the right one may be right.
    place: placeAmong(peopleRight, modelRight, all),
    against,
    isNonInferior: margin === null ? null : isNonInferior(against, margin),
    gamma: interchangeability(people, modelAnswers).gamma,
    spread: spreadVerdict(people, modelAnswers, clusterBySample, margin ?? defaultMargin),
    shared: {
      ...sharedRight(peopleRight, modelRight, all),
      agreedAgainstKey: agreedAgainst(people, peopleRight),
    },
    kappas: kappaBesideReaders(peopleRight, modelRight, 2),
    alone: leaveOneOut(peopleRight, modelRight, 2),
  }
}

/** Samples that all readers answered alike, and all wrong. */
const agreedAgainst = (answers: ReaderRatings, right: ReaderRatings): number =>
  (answers[0] ?? []).filter(
    (first, sample) =>
      first !== null && answers.every(row => row[sample] === first) && right.every(row => row[sample] === 0),
  ).length

/** The consensus is right if a reader who gave it is. */
function findConsensus(
  { answers, right }: RatedSamples,
  readers: readonly number[],
): ReaderComparison['consensus'] {
  const counts = { right: 0, none: 0, of: 0 }
  for (const [sample, agreed] of consensus(readers.map(run => answers[run] ?? [])).entries()) {
    const given = readers.filter(run => (answers[run]?.[sample] ?? null) !== null)
    if (given.length === 0) continue
    counts.of++
    counts.none += Number(agreed === null)
    const one = given.find(run => answers[run]?.[sample] === agreed)
    counts.right += one === undefined ? 0 : (right[one]?.[sample] ?? 0)
  }
  return counts
}

/** On the samples that all readers and the model answered. */
function crossed(
  readers: ReaderRatings,
  model: readonly (number | null)[],
  clusterBySample: readonly number[],
): ModelAgainstReaders {
  const rows = [model, ...readers]
  const full = model.flatMap((_, sample) =>
    rows.every(row => (row[sample] ?? null) !== null) ? [sample] : [],
  )
  const groups = [...groupBy(full, sample => clusterBySample[sample] ?? 0).values()]
  const counts = (row: readonly (number | null)[]) =>
    groups.map(samples => samples.reduce((sum, sample) => sum + (row[sample] ?? 0), 0))
  return modelAgainstReaders(
    groups.map(({ length }) => length),
    counts(model),
    readers.map(counts),
  )
}
