/** Two shares of clustered answers: of two runs on the same questions, or of two slices of one run. */
import {
  type ClusterCount,
  type ClusterSums,
  rarerClusters,
  residualSquares,
  sumsWithout,
} from './cluster-sums.ts'
import type { MeanWithDeviations } from './clustered-mean.ts'
import {
  type ClusteredShare,
  type ClusterTally,
  clopperPearson,
  clusteredShare,
  type EffectiveShare,
  effectiveShareFromSums,
  priorClusters,
} from './clustered-share.ts'
import { type Limited, mover, type ShareDifference } from './mover.ts'
import { fisherExact, signFlip } from './p-values.ts'
import { isRounding } from './quantiles.ts'
import { chiSquaredTail } from './special.ts'
import { wilson } from './wilson.ts'

/** A χ² statistic with one degree of freedom. */
type ChiSquared = Readonly<Record<'statistic' | 'p', number>>

export interface PairedShares extends ShareDifference {
  readonly first: ClusteredShare
  readonly second: ClusteredShare
  /** The p-value of the exact sign-flip test. */
  readonly p: number
  /** N. A. Obuchowski (1998), Stat. Med. 17, 1495–1507, as in Z. Yang et al. (2010), Biom. J. 52, 638–652. */
  readonly obuchowski: ChiSquared
  /** V. L. Durkalski et al. (2003), Stat. Med. 22, 2417–2428. */
  readonly durkalski: ChiSquared
}

/** By cluster: its questions, and how many of them each run has right. */
type PairedCounts = Readonly<Record<'first' | 'second' | 'total', ArrayLike<number>>>

export function pairedShares({ first, second, total }: PairedCounts, icc: number): PairedShares {
  const [a, b] = [clusteredShare({ right: first, total }, icc), clusteredShare({ right: second, total }, icc)]
  const clusters = total.length
  const differences: number[] = []
  let [sum, squares, equalSum, equalSquares] = [0, 0, 0, 0]
  let [aa, bb, ab, scale] = [0, 0, 0, 0]
  for (let g = 0; g < clusters; g++) {
    const [y1, y2, m] = [first[g] as number, second[g] as number, total[g] as number]
    const d = y2 - y1
    differences.push(d)
    sum += d
    squares += d * d
    equalSum += d / m
    equalSquares += (d / m) ** 2
    const [r1, r2] = [y1 - a.share * m, y2 - b.share * m]
    aa += r1 * r1
    bb += r2 * r2
    ab += r1 * r2
    scale += m * m
  }
  return {
    first: a,
    second: b,
    ...wilsonDifference(a, b, correlation(real(aa, scale), real(bb, scale), ab)),
    difference: a.n === 0 ? 0 : sum / a.n,
    p: signFlip(differences),
    obuchowski: chiSquared((((clusters - 1) / clusters) * sum ** 2) / squares),
    durkalski: chiSquared(equalSum ** 2 / equalSquares),
  }
}

/** A sum of squares without what is rounding. */
const real = (squares: number, scale: number): number => (isRounding(squares, scale) ? 0 : squares)

/** Where nothing differs, the statistic is 0. */
const chiSquared = (quotient: number): ChiSquared => {
  const statistic = Number.isFinite(quotient) ? quotient : 0
  return { statistic, p: chiSquaredTail(statistic) }
}

const correlation = (aa: number, bb: number, ab: number): number =>
  aa * bb > 0 ? ab / Math.sqrt(aa * bb) : 0

/** A mean of shares minus another, such as of two sets of tasks: MOVER from both intervals, correlated as their clusters are. */
export function meanDifference(first: MeanWithDeviations, second: MeanWithDeviations): ShareDifference {
  let [aa, bb, ab] = [0, 0, 0]
  for (const [cluster, deviation] of first.deviations) {
    aa += deviation ** 2
    ab += deviation * (second.deviations.get(cluster) ?? 0)
  }
  for (const deviation of second.deviations.values()) bb += deviation ** 2
  if (first.n === 0 || second.n === 0) return unknown
  const [a, b] = [first, second].map(({ mean, low, high }) => ({ share: mean, low, high }))
  return mover(a as Limited, b as Limited, correlation(aa, bb, ab))
}

/** Two slices of one run. */
export interface SliceDifference extends ShareDifference {
  /** Two-sided: of Fisher's exact test if no cluster is in both, else the level whose exact interval ends at no difference. */
  readonly p: number
}

/** The second slice of a run minus the first; they may share clusters. */
export function sliceDifference(first: ClusterTally, second: ClusterTally, icc: number): SliceDifference {
  return differenceOfSums(first.sums(), second.sums(), jointSums(first.counts, second.counts), icc)
}

/** A slice minus the rest of its run. The time depends on the size of the slice only. */
export function restDifference(
  whole: ClusterTally,
  sums: ClusterSums,
  slice: ClusterTally,
  icc: number,
): SliceDifference {
  const rest = new Map<number, ClusterCount>()
  for (const [cluster, { right, total }] of slice.counts) {
    const wholeCount = whole.counts.get(cluster)
    if (wholeCount && wholeCount.total > total)
      rest.set(cluster, { right: wholeCount.right - right, total: wholeCount.total - total })
  }
  const without = sumsWithout(whole.counts, sums, slice.counts)
  return differenceOfSums(without, slice.sums(), jointSums(rest, slice.counts), icc)
}

/** Sums over the clusters that are in both slices: products of what each has there. */
interface JointSums {
  readonly clusters: number
  readonly nn: number
  readonly nr: number
  readonly rn: number
  readonly rr: number
}

function jointSums(
  first: ReadonlyMap<number, ClusterCount>,
  second: ReadonlyMap<number, ClusterCount>,
): JointSums {
  let [clusters, nn, nr, rn, rr] = [0, 0, 0, 0, 0]
  for (const [cluster, a] of first) {
    const b = second.get(cluster)
    if (!b) continue
    clusters++
    nn += a.total * b.total
    nr += a.total * b.right
    rn += a.right * b.total
    rr += a.right * b.right
  }
  return { clusters, nn, nr, rn, rr }
}

/** With fewer clusters on a side, Wilson's limits are too narrow for a side of few answers. */
const fewClusters = 20

function differenceOfSums(
  first: ClusterSums,
  second: ClusterSums,
  joint: JointSums,
  icc: number,
): SliceDifference {
  const [a, b] = [effectiveShareFromSums(first, icc), effectiveShareFromSums(second, icc)]
  if (a.n === 0 || b.n === 0) return { ...unknown, p: 1 }
  const product = joint.rr - a.share * joint.nr - b.share * joint.rn + a.share * b.share * joint.nn
  const r = correlation(residualSquares(first), residualSquares(second), product)
  // As the design effect: what few clusters with the rarer verdict show of the correlation is hardly known.
  const carried = Math.min(rarerClusters(first), rarerClusters(second))
  const doubted = r > 0 ? (r * carried) / (carried + priorClusters) : r
  const isFew = Math.min(a.clusters, b.clusters) < fewClusters
  return {
    ...(isFew ? exactDifference(a, b, doubted, 0.025) : wilsonDifference(a, b, r)),
    p:
      joint.clusters === 0
        ? fisherExact(effectiveCounts(a), effectiveCounts(b))
        : levelAtNoDifference(a, b, doubted),
  }
}

const effectiveCounts = ({ share, effectiveN }: EffectiveShare) => ({
  right: share * effectiveN,
  n: effectiveN,
})

/** As deep as a normal quantile goes before its tail is no number. */
const deepest = 37

/** The level whose exact interval just ends at no difference, by bisection over the normal quantile. */
function levelAtNoDifference(a: EffectiveShare, b: EffectiveShare, r: number): number {
  let [low, high] = [0, deepest]
  for (let step = 0; step < 30; step++) {
    const z = (low + high) / 2
    const interval = exactDifference(a, b, r, chiSquaredTail(z * z) / 2)
    if (interval.low > 0 || interval.high < 0) low = z
    else high = z
  }
  return low === 0 ? 1 : chiSquaredTail(low ** 2)
}

const unknown: ShareDifference = { difference: 0, low: -1, high: 1 }

/** MOVER from Clopper and Pearson's limits: for few clusters, and for p. @param tail beyond each limit */
function exactDifference(a: EffectiveShare, b: EffectiveShare, r: number, tail: number): ShareDifference {
  const [first, second] = [a, b].map(slice => ({
    ...slice,
    ...clopperPearson(slice.share, slice.effectiveN, tail),
  }))
  return mover(first as Limited, second as Limited, steadied(a, b, r))
}

/**
 * MOVER from Wilson's limits on the effective numbers. For clustered pairs: Z. Yang, X. Sun and J. W. Hardin (2012), Pharm. Stat.
 * 11, 386–393. With clusters of one question it is method 10 of R. G. Newcombe (1998), Stat. Med. 17, 2635–2650.
 */
function wilsonDifference(a: EffectiveShare, b: EffectiveShare, r: number): ShareDifference {
  if (a.n === 0 || b.n === 0) return unknown
  const [first, second] = [a, b].map(slice => ({ ...slice, ...wilson(slice.share, slice.effectiveN) }))
  return mover(first as Limited, second as Limited, steadied(a, b, r))
}

/** The correlation with Newcombe's continuity correction. */
function steadied(a: EffectiveShare, b: EffectiveShare, r: number): number {
  if (r <= 0) return r
  const spread = Math.sqrt(a.share * (1 - a.share) * b.share * (1 - b.share))
  return spread > 0 ? Math.max(0, r - 1 / (2 * Math.sqrt(a.effectiveN * b.effectiveN) * spread)) : 0
}
