/** The mean of several shares, each counting alike: over voxels, or over tasks. */
import { clopperPearson, meansBy, type Observations } from './clustered-share.ts'
import { clusterSpread } from './quantiles.ts'
import { type Interval, normal975 } from './wilson.ts'

export interface ClusteredMean extends Interval {
  readonly mean: number
  /** How many shares there are. */
  readonly parts: number
  readonly n: number
  readonly clusters: number
  readonly effectiveN: number
}

/**
 * Its degrees of freedom are Satterthwaite's. Residuals are taken from the tasks' means, so that a part of one cluster does not
 * count as known.
 * @param parts the part that each answer belongs to, as numbers from 0
 */
export function clusteredMean(
  { clusters, tasks, values }: Observations,
  parts: ArrayLike<number>,
): ClusteredMean {
  const n = values.length
  const [ofPart, ofTask] = [meansBy(parts, values), meansBy(tasks, values)]
  const count = ofPart.length
  if (n === 0) return { mean: 0, parts: 0, n, clusters: 0, effectiveN: 0, low: 0, high: 1 }
  const mean = ofPart.reduce((sum, { mean }) => sum + mean, 0) / count
  const weighted = new Map<number, number>()
  for (let i = 0; i < n; i++) {
    const residual = (values[i] as number) - (ofTask[tasks[i] as number]?.mean ?? 0)
    const weight = 1 / (count * (ofPart[parts[i] as number]?.n ?? 1))
    const cluster = clusters[i] as number
    weighted.set(cluster, (weighted.get(cluster) ?? 0) + weight * residual)
  }
  const spread = clusterSpread(weighted.values())
  const isKnown = mean > 0 && mean < 1 && spread
  const known = isKnown ? ((mean * (1 - mean)) / spread.variance) * (normal975 / spread.t) ** 2 : count
  const effectiveN = Math.min(n, known)
  return {
    ...{ mean, parts: count, n, clusters: weighted.size, effectiveN },
    ...clopperPearson(mean, effectiveN),
  }
}
