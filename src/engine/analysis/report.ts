/** Everything the results views show, derived from a run's rows; never stored. */

import { type JsonObject, str } from '@voxelwise/python'
import { getOrMake, recordFrom } from '../base/grouping.ts'
import type { FrameAxis } from '../protocol/frame.ts'
import { type Judged, Tally } from '../protocol/metrics.ts'
import { type Axis, listImages } from '../protocol/sample.ts'
import { analyseShortcuts, type ShortcutAnalysis, type ShortcutOptions } from '../protocol/shortcut.ts'
import { VoxelMap } from '../protocol/voxel-map.ts'
import { findClusters } from './clusters.ts'
import {
  type Countable,
  type Entry,
  type Estimate,
  findBaseline,
  type PartEstimate,
  Shares,
  sideOfGuessing,
} from './shares.ts'

export interface Slice extends Estimate {
  readonly label: string
}

export interface VoxelEstimate extends Estimate, Readonly<Record<Axis, string>> {}

/** A figure of an unfinished run, with the estimate for the whole benchmark instead of an interval for questions like these. */
export function asPart<Figure extends Estimate>(
  figure: Figure,
  { low, high, ...part }: PartEstimate,
): Figure {
  const similar = figure.basis ? { similar: { low: figure.low, high: figure.high } } : {}
  return { ...figure, low, high, part, ...similar }
}

/** Whether it is clearly better than guessing and the most frequent answer, or worse than guessing; also where neither is known. */
export const isAboveOrBelowChance = (estimate: Estimate): boolean =>
  findBaseline(estimate) === null || sideOfGuessing(estimate) !== 0

/** Rows are never changed, and one count of them serves every figure. */
const tallies = new WeakMap<readonly Countable[], Tally>()

/** The count that the official figures are made of too. */
export function tallyRows(rows: readonly Countable[]): Tally {
  return getOrMake(tallies, rows, () => {
    const tally = new Tally()
    for (const row of rows) if (row.verdict !== 'failed') tally.count(row, row.verdict === 'correct')
    return tally
  })
}

/** Rows are never changed, and one list of their verdicts serves every figure. */
const accuracies = new WeakMap<readonly Countable[], Shares<Countable>>()

/** The right answers of a run, with their clusters. */
export function accuracyShares<Row extends Countable>(rows: readonly Row[]): Shares<Row> {
  const shares = getOrMake(
    accuracies,
    rows,
    () => new Shares<Countable>(rowVerdicts(rows), findClusters(rows), true),
  )
  // What was made of these rows is about these rows.
  return shares as unknown as Shares<Row>
}

function* rowVerdicts<Row extends Countable>(rows: readonly Row[]): Generator<Entry<Row>> {
  for (const row of rows)
    if (row.verdict !== 'failed') yield { row, value: Number(row.verdict === 'correct'), chance: row.chance }
}

export const overall = (rows: readonly Countable[]): Estimate => accuracyShares(rows).whole()

export function slices(rows: readonly Countable[], axis: Axis | 'dataset'): Slice[] {
  return Array.from(
    accuracyShares(rows).by(row => row[axis]),
    ([label, figure]) => ({ label, ...figure }),
  )
}

/** Estimate of every voxel that was asked about, in the order of first mention. */
export function voxels(rows: readonly Countable[]): VoxelEstimate[] {
  const places = new VoxelMap(place => place)
  const figures = accuracyShares(rows).by(row => places.at(row))
  return Array.from(figures, ([{ task, modality, parts }, figure]) => ({ task, modality, parts, ...figure }))
}

/** Tasks that the benchmark does not have come after those they may build on and before the conclusions. */
export const tiers = ['low', 'middle', 'other', 'high'] as const
export type Tier = (typeof tiers)[number]

/** The benchmark's tasks from seeing to concluding, in the published order. */
const ladder = new Map<string, Tier>([
  ['Modality Recognition', 'low'],
  ['View Recognition', 'low'],
  ['View Identification', 'low'],
  ['Imaging Protocols Recognition', 'low'],
  ['Organ Recognition', 'middle'],
  ['ROI Grounding', 'middle'],
  ['Abnormity Diagnosis', 'high'],
  ['Disease Diagnosis', 'high'],
  ['Severity Grading', 'high'],
])

export const taskTier = (task: string): Tier => ladder.get(task) ?? 'other'

/** Tasks from low to high level; those the benchmark does not know come last, in their own order. */
export function orderTasks(tasks: Iterable<string>): string[] {
  const known = [...ladder.keys()]
  const rank = (task: string) => (ladder.has(task) ? known.indexOf(task) : known.length)
  return [...new Set(tasks)].sort((a, b) => rank(a) - rank(b))
}

/** What is known of each task, in their order. */
export const inTaskOrder = <T extends object>(byTask: ReadonlyMap<string, T>) =>
  orderTasks(byTask.keys()).map(task => ({ task, ...(byTask.get(task) as T) }))

/** Puts rows in the order of their tasks, for `sort`; rows of one task stay as they are. */
export function taskOrder<Row>(rows: readonly Row[], toTask: (row: Row) => string) {
  const places = new Map(orderTasks(rows.map(toTask)).map((task, at) => [task, at]))
  return (a: Row, b: Row): number => (places.get(toTask(a)) ?? 0) - (places.get(toTask(b)) ?? 0)
}

/** The one order of labels everywhere: tasks from low to high level, other labels as the data set first mentions them. */
export const orderLabels = (field: string, labels: Iterable<string>): readonly string[] =>
  field === 'task' ? orderTasks(labels) : [...new Set(labels)]

/** Labels with their counts, in the order of `orderLabels`. */
export const countedLabels = (
  field: string,
  counts: ReadonlyMap<string, number>,
): readonly (readonly [label: string, count: number])[] =>
  orderLabels(field, counts.keys()).map(label => [label, counts.get(label) ?? 0])

/** A list for each axis, in the order of `orderLabels`. */
export function byAxis<Axes extends FrameAxis, T extends { readonly label: string }>(
  axes: readonly Axes[],
  of: (axis: Axes) => T[],
): Record<Axes, readonly T[]> {
  return recordFrom(axes, axis => {
    const list = of(axis)
    return axis === 'task' ? list.sort(taskOrder(list, ({ label }) => label)) : list
  })
}

/** A row as it is judged. With 100,000 rows each is read once, so it does not copy fields of the row. */
export class JudgedRow<Row extends Countable> implements Judged {
  readonly row: Row

  constructor(row: Row) {
    this.row = row
  }

  get correct(): boolean {
    return this.row.verdict === 'correct'
  }

  get fields(): JsonObject {
    const { id, task, modality, parts, dataset, image } = this.row
    const image_path = this.row.furtherImages ? listImages(this.row) : image
    return { id, task, modality, parts, dataset, image_path }
  }
}

/** What names a chain: the image that its questions share, or of several all, as the official report would write them. */
export function chainImage(row: Pick<Countable, 'image' | 'furtherImages'>): string {
  return row.furtherImages ? str(listImages(row)) : (row.image ?? '')
}

export function shortcutsOfRows<Row extends Countable>(
  rows: readonly Row[],
  options: ShortcutOptions,
): ShortcutAnalysis<JudgedRow<Row>> {
  return analyseShortcuts(judgedRows(rows), options)
}

/** Every answered row as it is judged. */
export function* judgedRows<Row extends Countable>(rows: readonly Row[]): Generator<JudgedRow<Row>> {
  for (const row of rows) if (row.verdict !== 'failed') yield new JudgedRow(row)
}
