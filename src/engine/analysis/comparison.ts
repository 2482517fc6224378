/** Any set of runs side by side: each against the first, the baseline, and all of them as models among models. */

import { type ClusteredRates, type Correlation, pearson } from '@voxelwise/statistics'
import { recordFrom } from '../base/grouping.ts'
import { type FrameAxis, frameAxes } from '../protocol/frame.ts'
import { levelUnder, type ShortcutOptions, type TaskLevel } from '../protocol/shortcut.ts'
import { VoxelMap } from '../protocol/voxel-map.ts'
import { accuracyFigures } from './accuracy-figures.ts'
import type { ConstantLetter } from './answer-habits.ts'
import { countedRates } from './chains.ts'
import { type Copy, copiesAmong, holmOfPairs, standingFor } from './copies.ts'
import { type Correlated, correlatedBy } from './correlated-labels.ts'
import { bySplit, type SplitLabels, type SplitName, splitName } from './field-split.ts'
import {
  type AdjustedComparison,
  type AnswerPair,
  type Comparable,
  type Comparison,
  type CubeColumn,
  changedVerdicts,
  compareSlices,
  compareVoxels,
  cubeColumns,
  matchRuns,
  PairedAnswers,
  PairedRuns,
  type SliceComparison,
  type VoxelComparison,
} from './paired-differences.ts'
import { accuracyShares, overall } from './report.ts'
import type { ResultRow } from './result-row.ts'
import { plainRow } from './row-pack.ts'
import type { RunOverview } from './run-overview.ts'
import type { Countable, Estimate } from './shares.ts'
import { minTied, runTies, type Ties } from './ties.ts'

/** With fewer runs than this a correlation is meaningless: up to three, its interval is all of -1 to 1. */
export const minRuns = 4

/** One run as a model among models: its own figures, on all that it answered. */
export interface RunFigures {
  readonly overall: Estimate
  readonly failed: number
  /** Answers that reached the limit of new tokens. */
  readonly cut: number
  /** Accuracy on the tasks that count as diagnosis, and on those that count as perception. */
  readonly diagnosis: Estimate
  readonly perception: Estimate
  readonly rates: ClusteredRates
  readonly levels: readonly TaskLevel[]
  /** What features add to them, by name (`ComparedRunPart`). */
  readonly added: ReadonlyMap<string, object>
}

/** What needs no image would score on the questions of a comparison; null where it is not known. */
export interface ImageFreeShares {
  readonly chance: number | null
  readonly majority: number | null
  readonly letter: ConstantLetter | null
}

/** A run less the baseline, on the samples that both answered. */
interface BaselineComparison {
  readonly overall: AdjustedComparison & ImageFreeShares
  readonly slices: Readonly<Record<FrameAxis, readonly (SliceComparison & ImageFreeShares)[]>>
  readonly voxels: readonly (VoxelComparison & ImageFreeShares)[]
  readonly columns: readonly (Comparison & CubeColumn)[]
  /** By the groups of a field, in their order; none without such a field. */
  readonly groups: readonly (SliceComparison & ImageFreeShares)[]
  /** Samples that the other run does not have. */
  readonly onlyBaseline: number
  readonly onlyThis: number
  /** Samples that both have but at least one could not answer. */
  readonly unanswered: number
  /** Samples whose image files differ, byte for byte, if both runs recorded digests. */
  readonly otherImages: number
}

export interface RunsComparison {
  readonly runs: readonly RunFigures[]
  /** The second run against the first, the third against the first, and so on. */
  readonly againstBaseline: readonly BaselineComparison[]
  /** Names of all fields of the baseline's samples. */
  readonly fields: readonly string[]
  /** The field of `groups`; null without one. */
  readonly field: SplitName | null
  /** Runs whose answers equal another's: they count once in tests, ties, the relation and what features add. */
  readonly copies: readonly Copy[]
  /** Runs whose accuracies are not found different; null of fewer than three that differ. */
  readonly ties: Ties | null
  /** Over the runs, where there are enough: accuracy in diagnosis with Shortcut_Prob. */
  readonly relation: Correlation | null
  /** Samples that all different runs answered; null where there are too few runs. */
  readonly shared: number | null
  /** How accuracies by region go together over the different runs, on those samples; null where there are too few runs. */
  readonly regions: Correlated | null
  /** What features make of those samples, by name (`ComparisonPart`); empty where there are too few runs. */
  readonly added: ReadonlyMap<string, object>
}

/** What a feature adds to a comparison. */
export interface ComparisonPart {
  readonly name: string
  /** @param runs each run's rows of the samples that all of them answered @returns what can cross threads */
  of(runs: readonly (readonly Comparable[])[]): object
}

/** One of the compared runs, as features see it. */
interface ComparedRun {
  readonly rows: readonly Countable[]
  readonly overview: Pick<RunOverview, 'overall' | 'slices' | 'part'> & Partial<Pick<RunOverview, 'unread'>>
  /** Samples of its data set. */
  readonly total: number
}

/** What a feature adds to the figures of each of the compared runs. */
export interface ComparedRunPart {
  readonly name: string
  /** @returns what can cross threads */
  of(run: ComparedRun): object
}

export const addedToRun = (parts: readonly ComparedRunPart[], run: ComparedRun): RunFigures['added'] =>
  new Map(parts.map(part => [part.name, part.of(run)]))

/** What else is known of the rows. */
interface Further<Row> {
  /** A text of the image file, if known; receives the run's place among the runs too. */
  readonly imageDigest: (row: Row, run: number) => string | undefined
  /** Names of all fields of the baseline's samples. */
  readonly fields: readonly string[]
  /** Groups of the baseline's rows. */
  readonly split: SplitLabels<Row> | null
  /** Samples of each run's data set, by the run's place; the number of its rows if unknown. */
  readonly totals: readonly number[]
  readonly parts: readonly ComparisonPart[]
  readonly runParts: readonly ComparedRunPart[]
}

export function compareRuns<Row extends Comparable>(
  runs: readonly (readonly Row[])[],
  options: ShortcutOptions,
  { imageDigest, fields, split, totals, parts, runParts }: Further<Row>,
): RunsComparison {
  const figures = runs.map((rows, at) => ({
    ...runFigures(rows, options),
    added: addedToRun(runParts, {
      ...{ rows, total: totals[at] ?? rows.length },
      overview: { ...accuracyFigures(rows), part: null },
    }),
  }))
  const [baseline = [], ...others] = runs
  const shares = figures.map(({ overall }) => overall.share)
  const copies = copiesAmong(runs)
  const standsFor = standingFor(runs.length, copies)
  const different = runs.filter((_, at) => standsFor[at] === at)
  const shared = different.length < minRuns ? null : sharedAnswers(different)
  return {
    runs: figures,
    againstBaseline: adjustedOverall(
      others.map((rows, i) => againstBaseline(baseline, rows, { imageDigest, split }, i + 1)),
      standsFor,
    ),
    fields,
    field: split && splitName(split),
    copies,
    ties: different.length < minTied ? null : runTies(runs, shares, standsFor),
    relation: correlateRates(figures.filter((_, at) => standsFor[at] === at)),
    shared: shared && (shared[0]?.length ?? 0),
    regions: shared && correlatedBy(shared, 'parts'),
    added: new Map(shared ? parts.map(part => [part.name, part.of(shared)]) : []),
  }
}

function runFigures<Row extends Comparable>(
  rows: readonly Row[],
  options: ShortcutOptions,
): Omit<RunFigures, 'added'> {
  const taskLevel = levelUnder(options)
  return {
    overall: overall(rows),
    failed: rows.filter(({ verdict }) => verdict === 'failed').length,
    cut: rows.filter(({ isCut }) => isCut === true).length,
    diagnosis: accuracyShares(rows).where(({ task }) => taskLevel(task) === 'high'),
    perception: accuracyShares(rows).where(({ task }) => taskLevel(task) === 'low'),
    ...countedRates(rows, options),
  }
}

function againstBaseline<Row extends Comparable>(
  baseline: readonly Row[],
  rows: readonly Row[],
  { imageDigest, split }: Required<Pick<Further<Row>, 'imageDigest' | 'split'>>,
  run: number,
) {
  const pairs = new PairedRuns(baseline, rows)
  const answers = new PairedAnswers(pairs, pairs.clusters)
  const together = answers.overall()
  const shared = accuracyShares(Array.from(pairs, ([row]) => row))
  const slicesBy = (toLabel: (row: Row) => string) => {
    const estimates = shared.by(toLabel)
    return compareSlices(answers, toLabel).map(one => ({
      ...one,
      ...imageFreeShares(estimates.get(one.label)),
    }))
  }
  const places = new VoxelMap(place => place)
  const ofVoxels = shared.by(row => places.at(row))
  return {
    overall: { ...together, ...imageFreeShares(shared.whole()) },
    slices: recordFrom(frameAxes, axis => slicesBy(row => row[axis])),
    voxels: compareVoxels(answers).map(one => ({ ...one, ...imageFreeShares(ofVoxels.get(places.at(one))) })),
    columns: Array.from(answers.by(cubeColumns()), ([column, comparison]) => ({ ...column, ...comparison })),
    groups: split ? slicesBy(split.toLabel).sort(bySplit(split)) : [],
    onlyBaseline: pairs.onlyFirst,
    onlyThis: pairs.onlySecond,
    unanswered: pairs.shared - together.n,
    otherImages: countOtherImages(pairs, imageDigest, run),
  }
}

const imageFreeShares = (estimate: Estimate | undefined): ImageFreeShares => ({
  chance: estimate?.chance ?? null,
  majority: estimate?.majority ?? null,
  letter: estimate?.letter ?? null,
})

function countOtherImages<Row extends Comparable>(
  pairs: Iterable<AnswerPair<Row>>,
  imageDigest: (row: Row, run: number) => string | undefined,
  run: number,
): number {
  let count = 0
  for (const [row, other] of pairs) {
    const [first, second] = [imageDigest(row, 0), imageDigest(other, run)]
    if (first !== undefined && second !== undefined && first !== second) count++
  }
  return count
}

/** The p-values of all different runs against one baseline are adjusted together. */
function adjustedOverall(
  comparisons: readonly ReturnType<typeof againstBaseline>[],
  standsFor: readonly number[],
): BaselineComparison[] {
  const tests = comparisons.map(({ overall: { p, n } }, i) => ({ pair: [0, i + 1] as const, p, n }))
  const { adjusted } = holmOfPairs(tests, standsFor)
  return comparisons.map((comparison, i) => ({
    ...comparison,
    overall: { ...comparison.overall, adjusted: adjusted[i] ?? 1 },
  }))
}

/** The tasks of all runs, each with as many records as the run that has most. */
export function levelsOfRuns(figures: readonly Pick<RunFigures, 'levels'>[]): TaskLevel[] {
  const most = new Map<string, TaskLevel>()
  for (const level of figures.flatMap(({ levels }) => levels)) {
    if (level.records > (most.get(level.task)?.records ?? 0)) most.set(level.task, level)
  }
  return [...most.values()]
}

/** Whether a run has both an accuracy in diagnosis and a Shortcut_Prob, and does not give one answer to every diagnosis. */
export const isRelated = ({ diagnosis, rates }: Pick<RunFigures, 'diagnosis' | 'rates'>): boolean =>
  diagnosis.n > 0 && rates.shortcut.n > 0 && diagnosis.constant?.of !== 'given'

/** The relation over different runs that have both figures; null where they are too few or all alike. */
function correlateRates(figures: readonly Pick<RunFigures, 'diagnosis' | 'rates'>[]): Correlation | null {
  const known = figures.filter(isRelated)
  if (known.length < minRuns) return null
  return pearson(
    known.map(({ diagnosis }) => diagnosis.share),
    known.map(({ rates }) => rates.shortcut.share),
  )
}

/** Per run its rows of the samples that every run answered. */
function sharedAnswers<Row extends Comparable>(runs: readonly (readonly Row[])[]): Row[][] {
  const matched = matchRuns(runs).filter(rows => rows.every(({ verdict }) => verdict !== 'failed'))
  return runs.map((_, run) => matched.flatMap(rows => rows[run] ?? []))
}

/** A sample that only one of two runs has right, by its row in the first. */
export interface ChangedSample extends Omit<ResultRow, 'verdict'> {
  /** As seen from the first run, the baseline. */
  readonly change: 'gained' | 'lost'
  /** Its index in the second run. */
  readonly second: number
}

export function changedSamples(first: readonly ResultRow[], second: readonly ResultRow[]): ChangedSample[] {
  return changedVerdicts(new PairedRuns(first, second)).map(({ first, second, change }) => {
    const { verdict: _, ...row } = plainRow(first)
    return { ...row, change, second: second.index }
  })
}

/** A selection of a run's samples. */
interface SelectedFigures {
  readonly accuracy: Estimate
  /** The run minus another, on the selected samples that both answered; null without another. */
  readonly against: Comparison | null
}

/** @param selected indices of the samples */
export function selectedFigures(
  rows: readonly ResultRow[],
  selected: ReadonlySet<number>,
  other: readonly ResultRow[] | null,
): SelectedFigures {
  const isIn = ({ index }: ResultRow) => selected.has(index)
  return {
    accuracy: accuracyShares(rows).where(isIn),
    against: other && compareOn(new PairedRuns(other, rows), isIn),
  }
}

/** The second run minus the first. @param isIn receives rows of the second */
function compareOn(pairs: PairedRuns<ResultRow>, isIn: (row: ResultRow) => boolean): Comparison {
  const chosen = Array.from(pairs).filter(([, row]) => isIn(row))
  return new PairedAnswers(chosen, pairs.clusters).overall()
}
