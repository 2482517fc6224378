/** Which labels models rise and fall on together, as one clustered matrix. */

import { clusterOrder, correlationMatrix } from '@voxelwise/statistics'
import { mapValues } from '../base/grouping.ts'
import type { Voxel } from '../protocol/metrics.ts'
import { axes } from '../protocol/sample.ts'
import { tallyRows } from './report.ts'
import type { Countable } from './shares.ts'

export const correlatedNames = ['voxel', 'task', 'modality', 'parts', 'dataset'] as const
type CorrelatedName = (typeof correlatedNames)[number]

export interface Correlated {
  /** In the order of their clusters. */
  readonly labels: readonly string[]
  /** Pearson's r between every two of them over the models; null where it is not defined. */
  readonly matrix: readonly (readonly (number | null)[])[]
  readonly models: number
}

/** @param columns one list of accuracies per label, all in one order of models, null where one was not asked */
export function correlatedLabels(
  labels: readonly string[],
  columns: readonly (readonly (number | null)[])[],
): Correlated {
  const matrix = correlationMatrix(columns)
  const order = clusterOrder(matrix)
  return {
    labels: order.map(at => labels[at] ?? ''),
    matrix: order.map(row => order.map(column => matrix[row]?.[column] ?? null)),
    models: columns[0]?.length ?? 0,
  }
}

/** The same over the accuracies of a set of runs, by voxel or by the labels of an axis. */
export function correlatedBy(runs: readonly (readonly Countable[])[], by: CorrelatedName): Correlated {
  const perRun = runs.map(rows => tallied(rows, by))
  const labels = [...new Set(perRun.flatMap(shares => [...shares.keys()]))]
  return correlatedLabels(
    labels,
    labels.map(label => perRun.map(shares => shares.get(label) ?? null)),
  )
}

/** The share of right answers by label. */
function tallied(rows: readonly Countable[], by: CorrelatedName): ReadonlyMap<string, number> {
  const tally = tallyRows(rows)
  if (by !== 'voxel') return mapValues(tally.slice(by), ({ correct, n }) => correct / n)
  const voxelName = (voxel: Voxel): string => axes.map(axis => voxel[axis]).join(' · ')
  return new Map(tally.voxels().map(voxel => [voxelName(voxel), voxel.correct / voxel.n]))
}
