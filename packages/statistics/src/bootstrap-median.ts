/** Median and mean of values that may be far from most others, such as relative errors, with cluster-bootstrap intervals. */

import { type BootstrapOptions, defaultResamples, defaultSeed } from './bootstrap.ts'
import { DefaultMap } from './default-map.ts'
import { Random } from './random.ts'
import { fewestClusters } from './sampled-total.ts'
import type { ScoreEstimate } from './scored-answers.ts'
import { percentiles } from './special.ts'

interface MeanAndMedian {
  readonly mean: ScoreEstimate
  readonly median: ScoreEstimate
  readonly clusters: number
}

/**
 * Whole clusters are drawn with replacement, and each draw gives its mean and its median: percentile intervals of A. C. Davison and
 * D. V. Hinkley (1997), Bootstrap Methods and their Application, 3.8. Intervals are null below 20 clusters. The order of the values
 * changes nothing, and equal options give equal intervals.
 * @returns null where there is no value
 */
export function meanAndMedian(
  values: readonly { readonly cluster: number; readonly value: number }[],
  { resamples = defaultResamples, seed = defaultSeed }: BootstrapOptions = {},
): MeanAndMedian | null {
  if (values.length === 0) return null
  const { sorted, cluster, clusters } = sortedColumns(values)
  const once = new Uint32Array(clusters).fill(1)
  const whole = weightedMeanAndMedian(sorted, cluster, once)
  const drawn =
    clusters < fewestClusters ? null : resampleMeanAndMedian(sorted, cluster, clusters, resamples, seed)
  return {
    mean: { value: whole.mean, interval: drawn && percentiles(drawn.means) },
    median: { value: whole.median, interval: drawn && percentiles(drawn.medians) },
    clusters,
  }
}

/** Values in rising order. Clusters are numbered by their values, so that the order of rows changes no draw. */
function sortedColumns(values: readonly { readonly cluster: number; readonly value: number }[]) {
  const rising = values.toSorted((a, b) => a.value - b.value)
  const byCluster = new DefaultMap<number, number[]>(() => [])
  for (const { cluster, value } of rising) byCluster.at(cluster).push(value)
  const inOrder = [...byCluster].sort(([, a], [, b]) => compared(a, b))
  const numberByCluster = new Map(inOrder.map(([cluster], number) => [cluster, number]))
  return {
    sorted: Float64Array.from(rising, ({ value }) => value),
    cluster: Uint32Array.from(rising, ({ cluster }) => numberByCluster.get(cluster) as number),
    clusters: byCluster.size,
  }
}

function compared(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const off = (a[i] as number) - (b[i] as number)
    if (off !== 0) return off
  }
  return a.length - b.length
}

function resampleMeanAndMedian(
  sorted: Float64Array,
  cluster: Uint32Array,
  clusters: number,
  resamples: number,
  seed: number,
) {
  const random = new Random(seed)
  const [means, medians] = [new Float64Array(resamples), new Float64Array(resamples)]
  const times = new Uint32Array(clusters)
  for (let draw = 0; draw < resamples; draw++) {
    times.fill(0)
    for (let i = 0; i < clusters; i++) {
      const drawn = random.below(clusters)
      times[drawn] = (times[drawn] as number) + 1
    }
    const { mean, median } = weightedMeanAndMedian(sorted, cluster, times)
    means[draw] = mean
    medians[draw] = median
  }
  return { means, medians }
}

/** With each cluster counted this many times. An even number of values has the mean of the middle two as its median. */
function weightedMeanAndMedian(sorted: Float64Array, cluster: Uint32Array, times: Uint32Array) {
  let [n, sum] = [0, 0]
  for (let i = 0; i < sorted.length; i++) {
    const often = times[cluster[i] as number] as number
    n += often
    sum += often * (sorted[i] as number)
  }
  const [lower, upper] = [Math.floor((n - 1) / 2), Math.floor(n / 2)]
  let [passed, low] = [0, Number.NaN]
  for (let i = 0; i < sorted.length; i++) {
    passed += times[cluster[i] as number] as number
    if (Number.isNaN(low) && passed > lower) low = sorted[i] as number
    if (passed > upper) return { mean: sum / n, median: (low + (sorted[i] as number)) / 2 }
  }
  return { mean: Number.NaN, median: Number.NaN }
}
