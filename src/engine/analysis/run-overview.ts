import type { Axis } from '../protocol/axes.ts'
import type { Readings } from './readings.ts'
import {
  type Estimate,
  overall,
  type Slice,
  slices,
  taskOrder,
  type VoxelEstimate,
  voxels,
} from './report.ts'
import type { ResultRow } from './rows.ts'

/** What a list of samples is filtered by, label by label. */
export const listAxes = ['task', 'modality', 'parts', 'dataset', 'verdict'] as const
export type ListAxis = (typeof listAxes)[number]

export type Labels = readonly (readonly [string, number])[]

/** What the views show of a run at once: counted where the rows are made, off the main thread. */
export interface RunOverview {
  readonly overall: Estimate
  readonly failed: number
  /** Tasks from low to high level, other labels in the order of first mention. */
  readonly slices: Readonly<Record<Axis | 'dataset', readonly Slice[]>>
  readonly voxels: readonly VoxelEstimate[]
  /** How many rows have each label, failed ones too, in the order of first mention. */
  readonly labels: Readonly<Record<ListAxis | 'finding', Labels>>
  /** Names of all fields that a sample or its answer has. */
  readonly fields: readonly string[]
  /** Rooted paths of images that were read with one content and then with another. */
  readonly changedImages: readonly string[]
  /** How answers were read; null where the protocol has one way only. */
  readonly readings: Readings | null
}

/** What the rows of a run come to, with what only its records tell. */
export function runOverview(
  rows: readonly ResultRow[],
  { fields, changedImages, readings }: Pick<RunOverview, 'fields' | 'changedImages' | 'readings'>,
): RunOverview {
  const tasks = slices(rows, 'task')
  tasks.sort(taskOrder(tasks, ({ label }) => label))
  const labels = (axis: ListAxis) => countLabels(rows, row => [row[axis]])
  return {
    overall: overall(rows),
    failed: rows.reduce((sum, row) => sum + Number(row.verdict === 'failed'), 0),
    slices: {
      task: tasks,
      modality: slices(rows, 'modality'),
      parts: slices(rows, 'parts'),
      dataset: slices(rows, 'dataset'),
    },
    voxels: voxels(rows),
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
  }
}

function countLabels(rows: readonly ResultRow[], labelsOf: (row: ResultRow) => readonly string[]): Labels {
  const counts = new Map<string, number>()
  for (const row of rows) for (const label of labelsOf(row)) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts]
}
