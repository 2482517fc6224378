/**
 * Shares of clustered answers: E. L. Korn and B. I. Graubard (1998), Survey Methodology 24, 193–201, with a steadied
 * design effect. docs/statistics.md has the derivation and the simulated coverage.
 */

import {
  type ClusterCount,
  type ClusterSums,
  clusterSums,
  rarerClusters,
  residualSquares,
} from './cluster-sums.ts'
import { DefaultMap } from './default-map.ts'
import { betaQuantile, studentQuantile } from './quantiles.ts'
import { incompleteBeta } from './special.ts'
import type { Interval } from './wilson.ts'

/** The weight of what is assumed beforehand, in clusters. */
export const priorClusters = 6
/** The intraclass correlation that is assumed beforehand. */
export const priorIcc = 0.5

/** What each cluster of a slice holds: its questions, and how many of them count (or the sum of their values from 0 to 1). */
export interface ClusterCounts {
  readonly right: ArrayLike<number>
  readonly total: ArrayLike<number>
}

export interface ClusteredShare extends Interval {
  readonly n: number
  readonly clusters: number
  readonly share: number
  readonly designEffect: number
  /** As many independent answers would be known as well. */
  readonly effectiveN: number
}

/** Kish's effective number: that of equal parts with the same concentration. */
function kish(parts: ArrayLike<number>): number {
  let [sum, squares] = [0, 0]
  for (let i = 0; i < parts.length; i++) {
    sum += parts[i] as number
    squares += (parts[i] as number) ** 2
  }
  return squares > 0 ? sum ** 2 / squares : 0
}

/**
 * The exact interval of a share of `n` answers, of which there may be a fraction. Without answers, nothing is known.
 * @param tail the probability beyond each limit
 */
export function clopperPearson(share: number, n: number, tail = 0.025): Interval {
  if (n === 0) return { low: 0, high: 1 }
  const right = share * n
  return {
    low: share === 0 ? 0 : betaQuantile(tail, right, n - right + 1),
    // By the other tail: 1 − tail is 1 for a small one.
    high: share === 1 ? 1 : 1 - betaQuantile(tail, n - right, right + 1),
  }
}

/** The two-sided level at which the exact interval of a share of `n` answers just ends at `bound`. */
export function shareLevel(share: number, n: number, bound: number): number {
  if (n === 0 || share === bound) return 1
  if (bound <= 0 || bound >= 1) return 0
  const right = share * n
  const tail =
    share < bound
      ? 1 - incompleteBeta(bound, right + 1, n - right)
      : incompleteBeta(bound, right, n - right + 1)
  return Math.min(1, 2 * tail)
}

/** @param icc of the whole run (`pooledIcc`) */
export function clusteredShare(counts: ClusterCounts, icc: number): ClusteredShare {
  const estimate = effectiveShare(counts, icc)
  return { ...estimate, ...clopperPearson(estimate.share, estimate.effectiveN) }
}

/** The same without its limits. */
export function effectiveShare({ right, total }: ClusterCounts, icc: number): EffectiveShare {
  const counts = Array.from(total, (m, g) => ({ right: right[g] as number, total: m }))
  return effectiveShareFromSums(clusterSums(counts), icc)
}

export type EffectiveShare = Omit<ClusteredShare, keyof Interval>

/** Without its limits, from its sums. */
export function effectiveShareFromSums(sums: ClusterSums, icc: number): EffectiveShare {
  const { clusters, n, right, nn } = sums
  if (n === 0) return { n, clusters, share: 0, designEffect: 1, effectiveN: 0 }
  const share = right / n
  const { own: measured, weight } = ownDesignEffect(sums)
  const assumed = 1 + (nn / n - 1) * icc
  const designEffect =
    n > clusters ? Math.max(1, (weight * measured + priorClusters * assumed) / (weight + priorClusters)) : 1
  const degrees = n ** 2 / nn - 1 + priorClusters
  const few = degrees < n - 1 ? (studentQuantile(n - 1) / studentQuantile(degrees)) ** 2 : 1
  const effectiveN = Math.min(n, (n / designEffect) * few)
  return { n, clusters, share, designEffect, effectiveN }
}

/** Counts a slice by cluster as its answers come. */
export class ClusterTally {
  readonly #counts = new DefaultMap<number, { -readonly [Key in keyof ClusterCount]: number }>(() => ({
    right: 0,
    total: 0,
  }))

  get size(): number {
    return this.#counts.size
  }

  add(cluster: number, value: number, weight = 1): void {
    const counts = this.#counts.at(cluster)
    counts.right += value * weight
    counts.total += weight
  }

  /** By the number of the cluster. */
  get counts(): ReadonlyMap<number, ClusterCount> {
    return this.#counts
  }

  sums(): ClusterSums {
    return clusterSums(this.#counts.values())
  }

  share(icc: number): ClusteredShare {
    const estimate = effectiveShareFromSums(this.sums(), icc)
    return { ...estimate, ...clopperPearson(estimate.share, estimate.effectiveN) }
  }

  interval(icc: number): Interval {
    const { low, high } = this.share(icc)
    return { low, high }
  }
}

/** The design effect of the slice itself (Taylor's linearisation), and how many clusters carry its rarer verdict. */
function ownDesignEffect(sums: ClusterSums) {
  const { clusters, n, right } = sums
  if (right <= 0 || right >= n || clusters < 2) return { own: 0, weight: 0 }
  const share = right / n
  const variance = ((clusters / (clusters - 1)) * residualSquares(sums)) / n ** 2
  return { own: (variance * (n - 1)) / (share * (1 - share)), weight: rarerClusters(sums) }
}

/** One value from 0 to 1 a question, with its cluster and task as numbers from 0. */
export interface Observations {
  readonly clusters: ArrayLike<number>
  readonly tasks: ArrayLike<number>
  readonly values: ArrayLike<number>
}

const newSums = () => ({ e: 0, ee: 0, s: 0, ss: 0, rarer: 0 })

/**
 * The intraclass correlation of a run, pooled over its tasks: a moment estimator (J. L. Fleiss and J. Cuzick, 1979, Appl.
 * Psychol. Meas. 3, 537–542, with a mean a task), drawn to 0.5 where few clusters carry the rarer verdict. A task in one cluster
 * shows nothing of it: its mean is that cluster's. Without a pair of questions in a cluster it is 0.5.
 */
export function pooledIcc({ clusters, tasks, values }: Observations): number {
  const ofTask = meansBy(tasks, values)
  const isInOne = areInOneCluster(tasks, clusters)
  const sums = new DefaultMap<number, ReturnType<typeof newSums>>(newSums)
  for (let i = 0; i < values.length; i++) {
    const task = tasks[i] as number
    if (isInOne[task]) continue
    const { n, sum, mean } = ofTask[task] as Mean
    const value = values[i] as number
    const e = value - mean
    const variance = mean * (1 - mean)
    const inCluster = sums.at(clusters[i] as number)
    inCluster.e += e
    inCluster.ee += e * e
    inCluster.s += Math.sqrt(variance)
    inCluster.ss += variance
    inCluster.rarer += 2 * sum < n ? value : 1 - value
  }
  let [above, below] = [0, 0]
  const rarer: number[] = []
  for (const inCluster of sums.values()) {
    above += inCluster.e ** 2 - inCluster.ee
    below += inCluster.s ** 2 - inCluster.ss
    rarer.push(inCluster.rarer)
  }
  if (below <= 1e-12) return priorIcc
  const raw = Math.min(1, Math.max(0, above / below))
  const weight = kish(rarer)
  return (weight * raw + priorClusters * priorIcc) / (weight + priorClusters)
}

/** Whether all observations of each task are in one cluster. */
function areInOneCluster(tasks: ArrayLike<number>, clusters: ArrayLike<number>): boolean[] {
  const first: number[] = []
  const isInOne: boolean[] = []
  for (let i = 0; i < tasks.length; i++) {
    const [task, cluster] = [tasks[i] as number, clusters[i] as number]
    first[task] ??= cluster
    isInOne[task] = (isInOne[task] ?? true) && first[task] === cluster
  }
  return isInOne
}

type Mean = Readonly<Record<'n' | 'sum' | 'mean', number>>

/** The number, the sum and the mean of the values of each group. */
export function meansBy(groups: ArrayLike<number>, values: ArrayLike<number>): Mean[] {
  const sums: { n: number; sum: number }[] = []
  for (let i = 0; i < values.length; i++) {
    const group = groups[i] as number
    sums[group] ??= { n: 0, sum: 0 }
    const entry = sums[group]
    entry.n++
    entry.sum += values[i] as number
  }
  return sums.map(({ n, sum }) => ({ n, sum, mean: sum / n }))
}
