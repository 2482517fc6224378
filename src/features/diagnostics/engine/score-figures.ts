/** Figures of the probability of the positive answer: curves, areas and average precision. */
import {
  aurocCovariance,
  aurocParts,
  fewestClusters,
  intervalOnLogits,
  type ScoredAnswers,
} from '@voxelwise/statistics'
import { type Detection, effectiveClusters, rankScored, type TwoByTwo } from './detections.ts'
import type { DetectionFigure } from './table-figures.ts'

/** The table with the positive answer wherever the score is at least `threshold`. */
export interface CurvePoint extends TwoByTwo {
  readonly threshold: number
}

/** Every distinct table, from the highest threshold down; equal scores stay together. The first calls nothing positive. */
export function curvePoints(detections: readonly Detection[]): CurvePoint[] {
  const scored = rankScored(detections)
  return scored ? scoredPoints(scored) : []
}

function scoredPoints({ confidence, correct }: ScoredAnswers): CurvePoint[] {
  const n = confidence.length
  let present = 0
  for (let i = 0; i < n; i++) present += correct[i] as number
  let [tp, fp] = [0, 0]
  const at = (threshold: number): CurvePoint => ({
    ...{ threshold, tp, fp, fn: present - tp, tn: n - present - fp },
  })
  const points = [at(Number.POSITIVE_INFINITY)]
  for (let i = 0; i < n; i++) {
    if (correct[i] === 1) tp++
    else fp++
    if (i === n - 1 || confidence[i] !== confidence[i + 1]) points.push(at(confidence[i] as number))
  }
  return points
}

/**
 * Below 20 clusters, and with fewer than two effective clusters of the present or of the absent findings, there is none. On the logit
 * scale, Student's t with k − 1 degrees of freedom would cover too often if k effective clusters are few. Those of k + ½ cover 93 to
 * 97 % (simulation `auroc-coverage`).
 */
function scoreInterval(scored: ScoredAnswers, value: number, variance: number): DetectionFigure['interval'] {
  const effective = effectiveClusters(scored)
  return scored.clusters < fewestClusters || !(effective >= 2)
    ? null
    : intervalOnLogits(value, variance, effective + 0.5)
}

/**
 * The area under the ROC curve, with the variance of N. A. Obuchowski (1997), Biometrics 53, 567–578, which is DeLong's where every
 * cluster is one answer. On the logit scale, with Student's t (`scoreInterval`).
 * @returns null without scores, or without both present and absent findings
 */
export function auroc(detections: readonly Detection[]): DetectionFigure | null {
  const scored = rankScored(detections)
  const parts = scored && aurocParts(scored)
  if (!parts) return null
  const interval = scoreInterval(scored, parts.value, aurocCovariance(parts, parts))
  return scoreFigure(scored, parts.value, interval, 'obuchowski')
}

/** A figure of scores, and what each cluster adds to its error. */
interface ScoreParts {
  readonly value: number
  readonly sums: Float64Array
}

/**
 * Average precision: the mean over the present of the precision at their scores, Σ(R_k − R_{k−1})P_k, as scikit-learn. Taylor: an
 * answer changes the precision of every present one whose score is not above its own.
 * @returns null without present findings
 */
export function averagePrecisionParts(scored: ScoredAnswers): ScoreParts | null {
  const { confidence, correct, cluster, clusters } = scored
  const points = scoredPoints(scored).slice(1)
  const present = (points[0]?.tp ?? 0) + (points[0]?.fn ?? 0)
  if (present === 0) return null
  // Divided once: a precision of 1 is exactly 1, and has no interval.
  let hitPrecision = 0
  const steps = points.map(({ tp, fp, threshold }, k) => {
    const hits = tp - (points[k - 1]?.tp ?? 0)
    hitPrecision += (hits * tp) / (tp + fp)
    return { threshold, hits, tp, called: tp + fp, inverse: 0, shares: 0 }
  })
  const value = hitPrecision / present
  // Sums over the present at or below each threshold: of 1/N and of TP/N².
  let [inverse, shares] = [0, 0]
  for (const step of steps.toReversed()) {
    inverse += step.hits / step.called
    shares += (step.hits * step.tp) / step.called ** 2
    step.inverse = inverse
    step.shares = shares
  }
  const sums = new Float64Array(clusters)
  for (let i = 0, k = 0; i < confidence.length; i++) {
    while ((steps[k]?.threshold ?? Number.NEGATIVE_INFINITY) > (confidence[i] as number)) k++
    const step = steps[k] as (typeof steps)[number]
    const direct = correct[i] === 1 ? step.tp / step.called - value + step.inverse : 0
    const g = cluster[i] as number
    sums[g] = (sums[g] as number) + (direct - step.shares) / present
  }
  return { value, sums }
}

/** Scale and t of its interval are those of the area. */
export function averagePrecisionFigure(detections: readonly Detection[]): DetectionFigure | null {
  const scored = rankScored(detections)
  const parts = scored && averagePrecisionParts(scored)
  if (!parts) return null
  const { value, sums } = parts
  const G = scored.clusters
  const variance = (G / (G - 1)) * sums.reduce((sum, one) => sum + one * one, 0)
  return scoreFigure(scored, value, scoreInterval(scored, value, variance), 'taylor')
}

function scoreFigure(
  { confidence, clusters }: ScoredAnswers,
  value: number,
  interval: DetectionFigure['interval'],
  method: DetectionFigure['method'],
): DetectionFigure {
  return {
    ...{ value, n: confidence.length, correct: null, clusters, interval },
    ...{ designEffect: null, effectiveN: null, method: interval && method },
  }
}
