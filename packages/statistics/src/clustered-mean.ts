/** The mean of several shares, each counting alike: over voxels, or over tasks. */
import { clopperPearson, meansBy, type Observations, priorIcc } from './clustered-share.ts'
import { type ClusterDeviation, clusterSpread } from './quantiles.ts'
import { type Interval, normal975 } from './wilson.ts'

export interface ClusteredMean extends Interval {
  readonly mean: number
  /** How many shares there are. */
  readonly parts: number
  readonly n: number
  readonly clusters: number
  readonly effectiveN: number
}

/** A mean with what each cluster adds to its error. */
export interface MeanWithDeviations extends ClusteredMean {
  /** By the number of the cluster. */
  readonly deviations: ReadonlyMap<number, number>
}

/**
 * Its degrees of freedom are Satterthwaite's. Residuals are taken from the tasks' means, so that a part of one cluster does not
 * count as known; the factor G/(G − 1) is that of the task if the part is all of it, else that of the run. The questions of a task
 * of one cluster say nothing about other clusters: its variance is that of the prior correlation, p(1 − p)(1 + (m − 1)·0.5)/n, with
 * p(1 − p) not below that of the mean, since the answers of one cluster agree by chance.
 * @param parts the part that each answer belongs to, as numbers from 0
 */
export function clusteredMean(
  { clusters, tasks, values }: Observations,
  parts: ArrayLike<number>,
): MeanWithDeviations {
  const n = values.length
  const [ofPart, ofTask] = [meansBy(parts, values), meansBy(tasks, values)]
  const count = ofPart.length
  const deviations = new Map<number, ClusterDeviation>()
  const estimate = (mean: number, effectiveN: number): MeanWithDeviations => ({
    ...{ mean, parts: count, n, clusters: deviations.size, effectiveN },
    ...clopperPearson(mean, effectiveN),
    deviations: new Map(Array.from(deviations, ([cluster, { sum }]) => [cluster, sum])),
  })
  if (n === 0) return estimate(0, 0)
  const mean = ofPart.reduce((sum, { mean }) => sum + mean, 0) / count
  const clustersByMean = clustersByTask({ clusters, tasks, values })
  const all = new Set(Array.from(clusters)).size
  const lonely = new Map<number, number>()
  for (let i = 0; i < n; i++) {
    const [task, part, cluster] = [tasks[i] as number, parts[i] as number, clusters[i] as number]
    const { n: size = 1, mean: share = 0 } = ofTask[task] ?? {}
    const { n: partSize = 1 } = ofPart[part] ?? {}
    const weight = 1 / (count * partSize)
    const taskClusters = clustersByMean[task]?.size ?? 1
    if (taskClusters === 1 && all > 1) lonely.set(task, (lonely.get(task) ?? 0) + weight)
    const among = partSize === size ? taskClusters : all
    const factor = among > 1 ? Math.sqrt(among / (among - 1)) : 1
    addDeviation(deviations, cluster, factor * weight * ((values[i] as number) - share))
  }
  for (const [task, weight] of lonely) {
    const { n: size = 1, mean: share = 0 } = ofTask[task] ?? {}
    const spread = Math.max(share * (1 - share), mean * (1 - mean))
    const deviation = weight * Math.sqrt((spread * (1 + (size - 1) * priorIcc)) / size)
    // Tasks of the same one cluster err together.
    for (const cluster of clustersByMean[task] ?? []) addDeviation(deviations, cluster, deviation)
  }
  const spread = clusterSpread(deviations.values())
  const isKnown = mean > 0 && mean < 1 && spread
  const known = isKnown ? ((mean * (1 - mean)) / spread.variance) * (normal975 / spread.t) ** 2 : count
  return estimate(mean, Math.min(n, known))
}

function clustersByTask({ clusters, tasks }: Observations): readonly Set<number>[] {
  const byTask: Set<number>[] = []
  for (let i = 0; i < tasks.length; i++) {
    const task = tasks[i] as number
    byTask[task] ??= new Set()
    byTask[task].add(clusters[i] as number)
  }
  return byTask
}

function addDeviation(deviations: Map<number, ClusterDeviation>, cluster: number, deviation: number): void {
  const { sum = 0, size = 0 } = deviations.get(cluster) ?? {}
  deviations.set(cluster, { sum: sum + deviation, size: size + Math.abs(deviation) })
}
