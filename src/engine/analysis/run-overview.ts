import type { Axis } from '../protocol/axes.ts'
import { type Frame, type FrameAxis, plainFrame } from '../protocol/frame.ts'
import type { Run } from '../protocol/run.ts'
import { BenchmarkEstimates } from './benchmark-estimate.ts'
import type { Readings } from './readings.ts'
import {
  asPart,
  type Estimate,
  overall,
  type PartEstimate,
  type Slice,
  slices,
  taskOrder,
  type VoxelEstimate,
  voxels,
} from './report.ts'
import type { ResultRow } from './rows.ts'
import type { ServedAnswers } from './served-answers.ts'

/** What a list of samples is filtered by, label by label. */
export const listAxes = ['task', 'modality', 'parts', 'dataset', 'verdict'] as const
export type ListAxis = (typeof listAxes)[number]

export type Labels = readonly (readonly [string, number])[]

/** Of how many questions of the data set how many have been asked, and whether that tells of the others. */
export interface AskedPart {
  readonly asked: number
  readonly of: number
  /** `unknown`: an extra pass, or a run of an older version, which do not tell what they draw from. */
  readonly basis: 'drawn' | 'dataset' | 'unknown'
  /** Where something was known beforehand: half the width of the whole's interval with that, and without. */
  readonly gain: Gain | null
}

/** What an earlier run's verdicts or published figures were worth. */
export interface Gain {
  readonly of: 'run' | 'published'
  readonly halfWidth: number
  readonly unaided: number
}

/** What the views show of a run at once: counted where the rows are made, off the main thread. */
export interface RunOverview {
  readonly overall: Estimate
  readonly failed: number
  /** Where not all of the data set has been asked; figures then carry what is known of the whole, if that is told. */
  readonly part: AskedPart | null
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
  /** How a server gave its answers; null where none did. */
  readonly served: ServedAnswers | null
}

/** What the rows of a run come to, with what only its records tell. */
export function runOverview(
  rows: readonly ResultRow[],
  { fields, changedImages, readings, served, run, frame }: Told,
): RunOverview {
  const told = partOf(rows.length, run, frame)
  const estimates = told && frame ? estimatesOf(rows, run, frame) : null
  const part = told && estimates && frame ? { ...told, gain: gainOf(estimates, rows, run, frame) } : told
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
  readonly run: Pick<Run, 'settings' | 'dataset' | 'probe' | 'total'>
  /** Where it was kept with the run. */
  readonly frame?: Frame | undefined
}

function partOf(
  asked: number,
  { settings, dataset, probe, total }: Told['run'],
  frame: Told['frame'],
): AskedPart | null {
  const of = probe ? total : dataset.counts.loaded
  if (asked >= of) return null
  const isTold = frame !== undefined && !probe
  const gain = null
  return { asked, of, gain, basis: !isTold ? 'unknown' : settings.order === 'balanced' ? 'drawn' : 'dataset' }
}

function estimatesOf(
  rows: readonly ResultRow[],
  { settings }: Told['run'],
  frame: Frame,
): BenchmarkEstimates {
  const estimates = new BenchmarkEstimates(frame, settings)
  for (const { index, verdict } of rows) estimates.tell(index, verdict)
  return estimates
}

/** Null where nothing was known beforehand. */
function gainOf(
  estimates: BenchmarkEstimates,
  rows: readonly ResultRow[],
  run: Told['run'],
  frame: Frame,
): Gain | null {
  const plain = plainFrame(frame)
  if (!plain || run.settings.order !== 'balanced') return null
  const [known, unaided] = [estimates, estimatesOf(rows, run, plain)].map(from => halfOf(from.overall()))
  return { of: frame.prior ? 'run' : 'published', halfWidth: known ?? 0, unaided: unaided ?? 0 }
}

const halfOf = ({ low, high }: PartEstimate): number => (high - low) / 2

function countLabels(rows: readonly ResultRow[], labelsOf: (row: ResultRow) => readonly string[]): Labels {
  const counts = new Map<string, number>()
  for (const row of rows) for (const label of labelsOf(row)) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts]
}
