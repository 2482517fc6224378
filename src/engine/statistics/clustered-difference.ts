/** Two shares of clustered answers: of two runs on the same questions, or of two slices of one run. */
import { type ClusteredShare, type ClusterTally, clusteredShare } from './clustered-share.ts'
import type { ShareDifference } from './mover.ts'
import { signFlip } from './p-values.ts'
import { chiSquaredTail } from './special.ts'
import { normal975, wilson } from './wilson.ts'

/** A χ² statistic with one degree of freedom. */
type ChiSquared = Readonly<Record<'statistic' | 'p', number>>

export interface PairedShares extends ShareDifference {
  readonly first: ClusteredShare
  readonly second: ClusteredShare
  /** Of the exact sign-flip test. */
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
  let [aa, bb, ab] = [0, 0, 0]
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
  }
  return {
    first: a,
    second: b,
    ...differenceOf(a, b, correlation(aa, bb, ab), sum / a.n),
    p: signFlip(differences),
    obuchowski: chiSquared((((clusters - 1) / clusters) * sum ** 2) / squares),
    durkalski: chiSquared(equalSum ** 2 / equalSquares),
  }
}

/** Where nothing differs, the statistic is 0. */
const chiSquared = (quotient: number): ChiSquared => {
  const statistic = Number.isFinite(quotient) ? quotient : 0
  return { statistic, p: chiSquaredTail(statistic) }
}

const correlation = (aa: number, bb: number, ab: number): number =>
  aa * bb > 0 ? ab / Math.sqrt(aa * bb) : 0

/** Two slices of one run. */
export interface SliceDifference extends ShareDifference {
  /** Two-sided: the level whose interval just ends at no difference. */
  readonly p: number
}

/** The second slice of a run minus the first; they may share clusters. */
export function sliceDifference(first: ClusterTally, second: ClusterTally, icc: number): SliceDifference {
  const [a, b] = [first.share(icc), second.share(icc)]
  let [aa, bb, ab] = [0, 0, 0]
  for (const [cluster, { right, total }] of first.counts) {
    const residual = (right - a.share * total) / a.n
    const other = second.counts.get(cluster)
    aa += residual ** 2
    if (other) ab += (residual * (other.right - b.share * other.total)) / b.n
  }
  for (const { right, total } of second.counts.values()) bb += ((right - b.share * total) / b.n) ** 2
  const correlated = correlation(aa, bb, ab)
  return { ...differenceOf(a, b, correlated), p: levelOf(a, b, correlated) }
}

/** By bisection over the normal quantile: a wider interval has a smaller level. */
function levelOf(a: ClusteredShare, b: ClusteredShare, correlated: number): number {
  if (a.n === 0 || b.n === 0 || a.share === b.share) return 1
  let [low, high] = [0, 40]
  for (let step = 0; step < 60; step++) {
    const z = (low + high) / 2
    const interval = differenceOf(a, b, correlated, b.share - a.share, z)
    if (interval.low > 0 || interval.high < 0) low = z
    else high = z
  }
  return chiSquaredTail(low ** 2)
}

/**
 * MOVER: G. Y. Zou and A. Donner (2008), Stat. Med. 27, 1693–1702, from Wilson's limits on the effective numbers. For clustered
 * pairs: Z. Yang, X. Sun and J. W. Hardin (2012), Pharm. Stat. 11, 386–393. With clusters of one question it is method 10 of
 * R. G. Newcombe (1998), Stat. Med. 17, 2635–2650, whose continuity correction of the correlation it has.
 */
function differenceOf(
  a: ClusteredShare,
  b: ClusteredShare,
  correlated: number,
  difference = b.share - a.share,
  z = normal975,
): ShareDifference {
  if (a.n === 0 || b.n === 0) return { difference: 0, low: -1, high: 1 }
  const [first, second] = [wilson(a.share, a.effectiveN, z), wilson(b.share, b.effectiveN, z)]
  const spread = Math.sqrt(a.share * (1 - a.share) * b.share * (1 - b.share))
  const correction = 1 / (2 * Math.sqrt(a.effectiveN * b.effectiveN) * spread)
  const r = correlated > 0 ? (spread > 0 ? Math.max(0, correlated - correction) : 0) : correlated
  const reach = (x: number, y: number) => Math.sqrt(Math.max(0, x * x - 2 * r * x * y + y * y))
  return {
    difference,
    low: difference - reach(b.share - second.low, first.high - a.share),
    high: difference + reach(second.high - b.share, a.share - first.low),
  }
}
