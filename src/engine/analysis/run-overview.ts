import type { Frame, FrameAxis } from '../protocol/frame.ts'
import type { AnswerKind } from '../protocol/mapped-fields.ts'
import type { Axis } from '../protocol/sample.ts'
import { type AskedPart, type AskedRun, askedPart } from './asked-part.ts'
import type { BenchmarkEstimates } from './benchmark-estimate.ts'
import { clustersOf, type Unit } from './clusters.ts'
import type { Readings } from './readings.ts'
import {
  accuracyOf,
  asPart,
  overall,
  type Slice,
  slices,
  taskOrder,
  type VoxelEstimate,
  voxels,
} from './report.ts'
import type { ResultRow } from './result-row.ts'
import type { ServedAnswers } from './served-answers.ts'
import type { Estimate, PartEstimate } from './shares.ts'

/** What a list of samples is filtered by, label by label. */
export const listAxes = ['task', 'modality', 'parts', 'dataset', 'verdict'] as const
export type ListAxis = (typeof listAxes)[number]

export type Labels = readonly (readonly [string, number])[]

/** What the views show of a run at once: counted where the rows are made, off the main thread. */
export interface RunOverview {
  readonly overall: Estimate
  readonly failed: number
  /** Where not all of the data set has been asked; figures then carry what is known of the whole, if that is told. */
  readonly part: AskedPart | null
  /** Tasks from low to high level, other labels in the order of first mention. */
  readonly slices: Readonly<Record<Axis | 'dataset', readonly Slice[]>>
  readonly voxels: readonly VoxelEstimate[]
  /** By kind of question, where answers of several kinds are read. */
  readonly kinds: ReadonlyMap<AnswerKind, Estimate>
  /** What intervals count as drawn at random. */
  readonly clustering: Clustering
  /** How many rows have each label, failed ones too, in the order of first mention. */
  readonly labels: Readonly<Record<ListAxis | 'finding', Labels>>
  /** Names of all fields that a sample or its answer has. */
  readonly fields: readonly string[]
  /** Rooted paths of images that were read with one content and then with another. */
  readonly changedImages: readonly string[]
  /** How answers were read; null where the protocol has one way only. */
  readonly readings: Readings | null
  /** How a server gave its answers; null where none did. */
  readonly served: ServedAnswers | null
}

export interface Clustering {
  readonly unit: Unit
  readonly clusters: number
  /** Answered questions without a group, where others have one. */
  readonly ungrouped: number
  /** The run's pooled intraclass correlation. */
  readonly icc: number
}

function clusteringOf(rows: readonly ResultRow[]): Clustering {
  const { unit, count, ungrouped } = clustersOf(rows)
  return { unit, clusters: count, ungrouped, icc: accuracyOf(rows).icc }
}

/** What the rows of a run come to, with what only its records tell. */
export function runOverview(
  rows: readonly ResultRow[],
  { fields, changedImages, readings, served, run, frame }: Told,
): RunOverview {
  const { part, estimates } = askedPart(rows, run, frame) ?? { part: null, estimates: null }
  const known = <Figure extends Estimate>(
    figure: Figure,
    of: (from: BenchmarkEstimates) => PartEstimate,
  ): Figure => (estimates ? asPart(figure, of(estimates)) : figure)
  const slicesBy = (axis: FrameAxis): Slice[] =>
    slices(rows, axis).map(slice => known(slice, from => from.slice(axis, slice.label)))
  const tasks = slicesBy('task')
  tasks.sort(taskOrder(tasks, ({ label }) => label))
  const labels = (axis: ListAxis) => countLabels(rows, row => [row[axis]])
  return {
    overall: known(overall(rows), from => from.overall()),
    part,
    failed: rows.reduce((sum, row) => sum + Number(row.verdict === 'failed'), 0),
    slices: {
      task: tasks,
      modality: slicesBy('modality'),
      parts: slicesBy('parts'),
      dataset: slicesBy('dataset'),
    },
    voxels: voxels(rows).map(voxel => known(voxel, from => from.voxel(voxel))),
    kinds: readings ? accuracyOf(rows).by(({ kind }) => kind) : new Map(),
    clustering: clusteringOf(rows),
    labels: {
      task: labels('task'),
      modality: labels('modality'),
      parts: labels('parts'),
      dataset: labels('dataset'),
      verdict: labels('verdict'),
      finding: countLabels(rows, row => row.findings ?? []),
    },
    fields,
    changedImages,
    readings,
    served,
  }
}

/** What of a run, besides its rows, says what they come to. */
type Told = Pick<RunOverview, 'fields' | 'changedImages' | 'readings' | 'served'> & {
  readonly run: AskedRun
  /** Where it was kept with the run. */
  readonly frame?: Frame | undefined
}

function countLabels(rows: readonly ResultRow[], labelsOf: (row: ResultRow) => readonly string[]): Labels {
  const counts = new Map<string, number>()
  for (const row of rows) for (const label of labelsOf(row)) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts]
}
