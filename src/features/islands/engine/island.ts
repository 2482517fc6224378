/** Islands: the parts of a benchmark on which models rise and fall together, as one clustered matrix. */

import { mapValues, recordOf } from '../../../engine/base/grouping.ts'
import type { Voxel } from '../../../engine/protocol/metrics.ts'
import { axes } from '../../../engine/protocol/sample.ts'
import { clusterOrder, correlationMatrix } from '@voxelwise/statistics'
import { publishedColumns, publishedModels } from '../../../engine/analysis/published.ts'
import { tallyOf } from '../../../engine/analysis/report.ts'
import type { Countable } from '../../../engine/analysis/shares.ts'

const islandBys = ['voxel', 'task', 'modality', 'parts', 'dataset'] as const
type IslandBy = (typeof islandBys)[number]

export interface Island {
  /** In the order of their clusters. */
  readonly labels: readonly string[]
  /** Pearson's r between every two of them over the models; null where it is not defined. */
  readonly matrix: readonly (readonly (number | null)[])[]
  readonly models: number
}

/** @param columns one list of accuracies per label, all in one order of models, null where one was not asked */
export function islandOf(
  labels: readonly string[],
  columns: readonly (readonly (number | null)[])[],
): Island {
  const matrix = correlationMatrix(columns)
  const order = clusterOrder(matrix)
  return {
    labels: order.map(at => labels[at] ?? ''),
    matrix: order.map(row => order.map(column => matrix[row]?.[column] ?? null)),
    models: columns[0]?.length ?? 0,
  }
}

export type Islands = Readonly<Record<IslandBy, Island>>

/** The islands of a set of runs, by voxel and by the labels of every axis. */
export function islandsBy<Row extends Countable>(
  runs: readonly (readonly Row[])[],
): Islands {
  return recordOf(islandBys, by => {
    const perRun = runs.map(rows => tallied(rows, by))
    const labels = [...new Set(perRun.flatMap(shares => [...shares.keys()]))]
    return islandOf(
      labels,
      labels.map(label => perRun.map(shares => shares.get(label) ?? null)),
    )
  })
}

/** The share of right answers by label. */
function tallied(rows: readonly Countable[], by: IslandBy): ReadonlyMap<string, number> {
  const tally = tallyOf(rows)
  if (by !== 'voxel') return mapValues(tally.slice(by), ({ correct, n }) => correct / n)
  const nameOf = (voxel: Voxel): string => axes.map(axis => voxel[axis]).join(' · ')
  return new Map(tally.voxels().map(voxel => [nameOf(voxel), voxel.correct / voxel.n]))
}

/** Correlations between slices of the published table, over its models. The guessing baseline is excluded. */
export function publishedIsland(): Island {
  return islandOf(
    publishedColumns.map(({ label }) => label),
    publishedColumns.map(({ key }) => publishedModels.map(({ slices }) => slices.get(key) ?? null)),
  )
}
