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
import { getOrMake } from '../../../engine/base/grouping.ts'
import type { ReaderRatings } from './ratings.ts'

/**
 * Percentiles of a figure over draws of whole clusters: A. C. Davison and D. V. Hinkley (1997), Bootstrap Methods and their Application,
 * 3.8. A draw in which the figure is not defined counts as none. Clusters are drawn in the order of their first samples; equal options
 * give equal intervals.
 * @param clusterOf each sample's cluster
 * @returns null below 20 clusters, and where all draws agree
 */
export function clusteredPercentiles(
  ratings: ReaderRatings,
  clusterOf: readonly unknown[],
  figure: (drawn: ReaderRatings) => number | null,
  { resamples = defaultResamples, seed = defaultSeed }: BootstrapOptions = {},
): Interval | null {
  const byCluster = new Map<unknown, number[]>()
  for (const [sample, cluster] of clusterOf.entries()) getOrMake(byCluster, cluster, () => []).push(sample)
  const clusters = [...byCluster.values()]
  if (clusters.length < fewestClusters) return null
  const random = new Random(seed)
  const draws = Float64Array.from({ length: resamples }, () => {
    const samples = clusters.flatMap(() => clusters[random.below(clusters.length)] as number[])
    return figure(ratings.map(row => samples.map(sample => row[sample] ?? null))) ?? Number.NaN
  })
  return percentiles(draws)
}
