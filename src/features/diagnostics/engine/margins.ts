/** Differences of two runs on the same answers, and claims with a margin that was stated before. */
import {
  aurocCovariance,
  aurocParts,
  type Interval,
  incompleteBeta,
  studentQuantile,
} from '@voxelwise/statistics'
import { type Detection, effectiveClusters, rankScored } from './detections.ts'

/** One answer of two runs to the same question. */
interface PairedScore extends Pick<Detection, 'isPresent' | 'cluster'> {
  readonly first: number
  readonly second: number
}

/** The second run less the first. */
export interface DifferenceEstimate extends Interval {
  readonly difference: number
  readonly se: number
  readonly clusters: number
  /** Degrees of freedom of Student's t. */
  readonly degrees: number
  /** Two-sided. */
  readonly p: number
}

/** One-sided: the level of each claim with a margin. */
export const marginLevel = 0.05

interface MarginTest {
  /** One-sided p of "not worse by the margin or more", and of "apart by less than the margin" (the larger of two one-sided tests). */
  readonly nonInferiority: number
  readonly equivalence: number
  readonly isNonInferior: boolean
  readonly isEquivalent: boolean
}

/** P(T > t). */
function upperTail(t: number, df: number): number {
  const half = incompleteBeta(df / (df + t * t), df / 2, 0.5, (t * t) / (df + t * t)) / 2
  return t > 0 ? half : 1 - half
}

function differenceEstimate(
  difference: number,
  variance: number,
  clusters: number,
  degrees: number,
): DifferenceEstimate | null {
  if (!(degrees >= 1) || !(variance > 0) || !Number.isFinite(variance)) return null
  const se = Math.sqrt(variance)
  const reach = studentQuantile(degrees) * se
  const p = 2 * upperTail(Math.abs(difference / se), degrees)
  // No difference of two shares, or of two areas, is larger than 1.
  const [low, high] = [Math.max(-1, difference - reach), Math.min(1, difference + reach)]
  return { difference, se, clusters, degrees, p, low, high }
}

/**
 * The difference of two areas under ROC curves, with the covariance of N. A. Obuchowski (1997), which is DeLong's where every cluster is
 * one answer. Degrees of freedom: `effectiveClusters` less 1.
 * @returns null without both present and absent findings, and where nothing varies
 */
export function aurocDifference(pairs: readonly PairedScore[]): DifferenceEstimate | null {
  const places = new Map<number, number>()
  const [first, second] = (['first', 'second'] as const).map(run =>
    rankScored(
      pairs.map(({ isPresent, cluster, [run]: score }) => ({ isPresent, cluster, score })),
      places,
    ),
  )
  const [one, other] = [first && aurocParts(first), second && aurocParts(second)]
  if (!first || !one || !other) return null
  const variance = aurocCovariance(one, one) + aurocCovariance(other, other) - 2 * aurocCovariance(one, other)
  // Equal runs differ by rounding only.
  return differenceEstimate(
    other.value - one.value,
    variance > 1e-20 ? variance : 0,
    places.size,
    effectiveClusters(first) - 1,
  )
}

/**
 * The difference of two shares right on the same questions: accuracy, or sensitivity or specificity of those questions alone. Taylor's
 * variance G/(G − 1) Σ(d_g − d̄ m_g)²/n², Student's t with G − 1 degrees of freedom.
 * @param clusters the questions of each, and how many more of them the second run has right
 */
export function shareDifferenceEstimate(
  clusters: readonly { readonly total: number; readonly difference: number }[],
): DifferenceEstimate | null {
  const G = clusters.length
  const n = clusters.reduce((sum, { total }) => sum + total, 0)
  const share = clusters.reduce((sum, { difference }) => sum + difference, 0) / n
  const squares = clusters.reduce((sum, { total, difference }) => sum + (difference - share * total) ** 2, 0)
  return differenceEstimate(share, ((G / (G - 1)) * squares) / n ** 2, G, G - 1)
}

/**
 * Non-inferiority and equivalence by one-sided tests at 5 % (D. J. Schuirmann, 1987, J. Pharmacokinet. Biopharm. 15, 657–680).
 * @param margin above 0, stated before the run
 */
export function marginTest({ difference, se, degrees }: DifferenceEstimate, margin: number): MarginTest {
  const above = upperTail((difference + margin) / se, degrees)
  const below = upperTail((margin - difference) / se, degrees)
  const equivalence = Math.max(above, below)
  return {
    ...{ nonInferiority: above, equivalence },
    ...{ isNonInferior: above < marginLevel, isEquivalent: equivalence < marginLevel },
  }
}
