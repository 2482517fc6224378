/** Islands: the parts of a benchmark on which models rise and fall together, as one clustered matrix. */
import { axes } from '../protocol/sample.ts'
import { clusterOrder } from '../statistics/cluster.ts'
import { correlationMatrix } from '../statistics/correlation.ts'
import { publishedColumns, publishedModels } from './published.ts'
import { tallyOf } from './report.ts'
import type { Countable } from './shares.ts'

const islandBys = ['voxel', 'task', 'modality', 'parts', 'dataset'] as const
export type IslandBy = (typeof islandBys)[number]

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

/** The islands of a set of runs, by voxel and by the labels of every axis. */
export function islandsBy<Row extends Countable>(
  runs: readonly (readonly Row[])[],
): Readonly<Record<IslandBy, Island>> {
  const by = (sharesOf: (rows: readonly Row[]) => ReadonlyMap<string, number>) => {
    const perRun = runs.map(sharesOf)
    const labels = [...new Set(perRun.flatMap(shares => [...shares.keys()]))]
    return islandOf(
      labels,
      labels.map(label => perRun.map(shares => shares.get(label) ?? null)),
    )
  }
  const bySlice = (axis: Exclude<IslandBy, 'voxel'>) =>
    by(rows => new Map(Array.from(tallyOf(rows).slice(axis), ([label, of]) => [label, of.correct / of.n])))
  return {
    voxel: by(
      rows =>
        new Map(
          tallyOf(rows)
            .voxels()
            .map(voxel => [axes.map(axis => voxel[axis]).join(' · '), voxel.correct / voxel.n]),
        ),
    ),
    task: bySlice('task'),
    modality: bySlice('modality'),
    parts: bySlice('parts'),
    dataset: bySlice('dataset'),
  }
}

/** Correlations between slices of the published table, over its models. The guessing baseline is excluded. */
export function publishedIsland(): Island {
  return islandOf(
    publishedColumns.map(({ label }) => label),
    publishedColumns.map(({ key }) => publishedModels.map(({ slices }) => slices.get(key) ?? null)),
  )
}
