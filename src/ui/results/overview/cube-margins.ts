/** Every voxel of a cube with the sums of its rows and columns, for each view of it. */
import type { RunsComparison } from '../../../engine/analysis/comparison.ts'
import { type Comparison, type CubeColumn, cubeColumns } from '../../../engine/analysis/paired-differences.ts'
import { accuracyShares, type VoxelEstimate } from '../../../engine/analysis/report.ts'
import type { RunOverview } from '../../../engine/analysis/run-overview.ts'
import type { Countable } from '../../../engine/analysis/shares.ts'
import type { BlindFigures } from '../../../engine/probes/report.ts'
import { everything } from '../../../engine/protocol/voxel-map.ts'
import type { VoxelDifference } from '../../charts/cube-look.ts'
import type { VoxelLabels } from '../../text/voxels.ts'
import { blindEstimate } from '../probes/probe-rows.ts'

/** Rows of the cube over all regions, columns over all tasks. Of a part of the questions, estimates are by slice only. */
export function margins(
  rows: readonly Countable[],
  { part, slices, overall }: RunOverview,
): readonly VoxelEstimate[] {
  if (part) return []
  const columns = Array.from(accuracyShares(rows).by(cubeColumns()), ([column, of]) => ({ ...column, ...of }))
  return marginal(
    slices.task.map(({ label, ...of }) => ({ task: label, ...of })),
    columns,
    overall,
  )
}

/** Figures of rows, of columns and of all, with their places in the cube. */
const marginal = <Figure>(
  tasks: readonly (Figure & { readonly task: string })[],
  columns: readonly (Figure & CubeColumn)[],
  overall: Figure,
): readonly (Figure & VoxelLabels)[] => [
  ...tasks.map(task => ({ ...task, modality: everything, parts: everything })),
  ...columns.map(column => ({ ...column, task: everything })),
  { ...overall, task: everything, modality: everything, parts: everything },
]

/** Every voxel on a blank image, and its margins. */
export const blindVoxels = ({ voxels, tasks, columns, overall }: BlindFigures): readonly VoxelEstimate[] => [
  ...voxels.map(blindEstimate),
  ...marginal(
    tasks.map(({ task, blind }) => ({ task, ...blind })),
    columns.map(({ modality, parts, blind }) => ({ modality, parts, ...blind })),
    overall.blind,
  ),
]

/** Every voxel less that of another run, and its margins. */
export function voxelDifferences({
  againstBaseline: [difference],
}: RunsComparison): readonly VoxelDifference[] {
  if (!difference) return []
  const { voxels, slices, columns, overall } = difference
  const tasks = slices.task.map(({ label, ...of }) => ({ task: label, ...of }))
  return [...voxels, ...marginal<Comparison>(tasks, columns, overall)]
}
