/** The slices of a cube that say something: a voxel in which one answer is always right, or always given, is tested as its row. */
import { everything } from '../protocol/voxel-map.ts'
import { accuracyShares, type VoxelEstimate } from './report.ts'
import type { Countable } from './shares.ts'

/** All regions and modalities of a task together. */
const rowsOfTasks = (rows: readonly Countable[], tasks: ReadonlySet<string>): readonly VoxelEstimate[] =>
  Array.from(
    accuracyShares(rows).by(({ task }) => (tasks.has(task) ? task : null)),
    ([task, figure]) => ({ ...figure, task: task ?? '', modality: everything, parts: everything }),
  )

/** @returns voxels, and rows in place of those with one answer; without rows that have one answer themselves */
export function testedSlices(
  rows: readonly Countable[],
  voxels: readonly VoxelEstimate[],
): readonly VoxelEstimate[] {
  const [several, one] = [
    voxels.filter(({ constant }) => !constant),
    voxels.filter(({ constant }) => constant),
  ]
  // With the same right answer everywhere, voxels still differ in nothing else than what is compared.
  const isSameEverywhere = accuracyShares(rows).whole().constant?.of === 'right'
  if (one.length === 0 || isSameEverywhere) return voxels
  const inRows = rowsOfTasks(rows, new Set(one.map(({ task }) => task)))
  return [...several, ...inRows.filter(({ constant }) => !constant)]
}
