/** Intervals of agreement: whole clusters are drawn. */

import {
  type BootstrapOptions,
  defaultResamples,
  defaultSeed,
  fewestClusters,
  type Interval,
  percentiles,
  Random,
} from '@voxelwise/statistics'
import { groupBy } from '../../../engine/base/grouping.ts'
import type { SummedFigure } from './agreement-sums.ts'
import type { ReaderRatings } from './ratings.ts'

/**
 * Percentiles of a figure over draws of whole clusters: A. C. Davison and D. V. Hinkley (1997), Bootstrap Methods and their Application,
 * 3.8. A draw in which the figure is not defined counts as none. Clusters are drawn in the order of their first samples; equal options
 * give equal intervals.
 * @param clusterBySample each sample's cluster
 * @returns null below 20 clusters, and where all draws agree
 */
export function clusteredPercentiles(
  ratings: ReaderRatings,
  clusterBySample: readonly unknown[],
  { addends, figure }: SummedFigure,
  { resamples = defaultResamples, seed = defaultSeed }: BootstrapOptions = {},
): Interval | null {
  const clusters = [...groupBy(clusterBySample.keys(), sample => clusterBySample[sample]).values()]
  if (clusters.length < fewestClusters) return null
  const added = clusters.map(samples =>
    sumRows(samples.map(sample => addends(ratings.map(row => row[sample] ?? null)))),
  )
  const random = new Random(seed)
  const sums = new Float64Array(added[0]?.length ?? 0)
  const draws = Float64Array.from({ length: resamples }, () => {
    sums.fill(0)
    for (let drawn = 0; drawn < clusters.length; drawn++) {
      const terms = added[random.below(clusters.length)] as Float64Array
      for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) + (terms[i] as number)
    }
    return figure(sums) ?? Number.NaN
  })
  return percentiles(draws)
}

function sumRows(rows: readonly (readonly number[])[]): Float64Array {
  const sums = new Float64Array(rows[0]?.length ?? 0)
  for (const row of rows)
    for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) + (row[i] as number)
  return sums
}
