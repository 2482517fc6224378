/** Islands: the parts of a benchmark on which models rise and fall together. */

import {
  type Correlated,
  correlatedBy,
  correlatedLabels,
  correlatedNames,
} from '../../../engine/analysis/correlated-labels.ts'
import { publishedColumns, publishedModels } from '../../../engine/analysis/published.ts'
import type { Countable } from '../../../engine/analysis/shares.ts'
import { recordFrom } from '../../../engine/base/grouping.ts'

export type Islands = ReturnType<typeof islandsBy>

/** The islands of a set of runs, by voxel and by the labels of every axis. */
export const islandsBy = <Row extends Countable>(runs: readonly (readonly Row[])[]) =>
  recordFrom(correlatedNames, by => correlatedBy(runs, by))

/** Correlations between slices of the published table, over its models. The guessing baseline is excluded. */
export function publishedIsland(): Correlated {
  return correlatedLabels(
    publishedColumns.map(({ label }) => label),
    publishedColumns.map(({ key }) => publishedModels.map(({ slices }) => slices.get(key) ?? null)),
  )
}
