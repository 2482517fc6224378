/** Figures of a 2 x 2 table, with intervals that count clusters. A figure that divides by nothing is null. */
import {
  clusteredMean,
  clusteredShare,
  type Interval,
  pooledIcc,
  studentQuantile,
} from '@voxelwise/statistics'
import { type Detection, type TwoByTwo, tableCell, tablesByCluster, twoByTwo } from './detections.ts'
import { type ErrorScale, expit, fisher, logits, plain } from './scales.ts'
import {
  alongSlope,
  logLikelihoodRatio,
  type ShareName,
  type Smooth,
  shareCells,
  smoothF1,
  smoothMcc,
} from './table-functions.ts'

/** How an interval was made. */
export type FigureMethod = 'korn-graubard' | 'satterthwaite' | 'taylor' | 'obuchowski'

export interface DetectionFigure {
  readonly value: number
  readonly n: number
  /** Null of a figure that is no share. */
  readonly correct: number | null
  readonly clusters: number
  /** Null where it cannot be said how far the figure may be off. */
  readonly interval: Interval | null
  readonly designEffect: number | null
  readonly effectiveN: number | null
  readonly method: FigureMethod | null
}

/**
 * The share with Korn and Graubard's interval. The correlation is pooled over the present and the absent (of predictive values: over both
 * answers), as that of a run is over tasks.
 */
export function shareFigure(detections: readonly Detection[], name: ShareName): DetectionFigure | null {
  const [right, other] = shareCells[name]
  const counts = Array.from(tablesByCluster(detections).values(), table => ({
    right: table[right],
    total: table[right] + table[other],
  })).filter(({ total }) => total > 0)
  if (counts.length === 0) return null
  const isPredictive = name === 'ppv' || name === 'npv'
  const stratum = ({ isPresent, called }: Detection) => {
    const isCalled = isPresent ? called === true : called !== false
    return Number(isPredictive ? isCalled : isPresent)
  }
  const icc = pooledIcc({
    clusters: detections.map(({ cluster }) => cluster),
    tasks: densely(detections.map(stratum)),
    values: detections.map(one => Number(['tp', 'tn'].includes(tableCell(one)))),
  })
  const { n, clusters, share, low, high, designEffect, effectiveN } = clusteredShare(
    { right: counts.map(count => count.right), total: counts.map(count => count.total) },
    icc,
  )
  const correct = counts.reduce((sum, count) => sum + count.right, 0)
  return {
    ...{ value: share, n, correct, clusters, interval: { low, high } },
    ...{ designEffect, effectiveN, method: 'korn-graubard' },
  }
}

/** Numbers from 0 without gaps: with one stratum alone it is the first. */
function densely(strata: readonly number[]): number[] {
  const first = Math.min(...new Set(strata))
  return strata.map(stratum => stratum - first)
}

/** The mean of sensitivity and specificity; null without both. */
export function balancedAccuracy(detections: readonly Detection[]): DetectionFigure | null {
  const { tp, fp, fn, tn } = twoByTwo(detections)
  if (tp + fn === 0 || fp + tn === 0) return null
  const present = detections.map(({ isPresent }) => Number(isPresent))
  const { mean, n, clusters, low, high, effectiveN } = clusteredMean(
    {
      clusters: detections.map(({ cluster }) => cluster),
      tasks: present,
      values: detections.map(one => Number(['tp', 'tn'].includes(tableCell(one)))),
    },
    present,
  )
  return {
    ...{ value: mean, n, correct: null, clusters, interval: { low, high } },
    ...{ designEffect: null, effectiveN, method: 'satterthwaite' },
  }
}

/**
 * Taylor's linearisation: a cluster adds the slopes times its cells; the variance is G/(G − 1) Σu² (K. M. Wolter, 2007, Introduction to
 * Variance Estimation, 6), with Student's t and G − 1 degrees of freedom on a scale. Without two clusters, and where nothing varies,
 * there is no interval.
 */
function smoothFigure(
  detections: readonly Detection[],
  toSmooth: (table: TwoByTwo) => Smooth | null,
  scale: ErrorScale,
  shown: (value: number) => number = value => value,
): DetectionFigure | null {
  const smooth = toSmooth(twoByTwo(detections))
  if (!smooth) return null
  const clusters = tablesByCluster(detections)
  const G = clusters.size
  let squares = 0
  for (const table of clusters.values()) squares += alongSlope(smooth, table) ** 2
  const error = Math.sqrt((G / (G - 1)) * squares) * scale.slope(smooth.value)
  const [middle, isKnown] = [scale.to(smooth.value), G > 1 && error > 1e-12 && Number.isFinite(error)]
  const reach = isKnown ? studentQuantile(G - 1) * error : 0
  return {
    ...{ value: shown(smooth.value), n: detections.length, correct: null, clusters: G },
    interval: isKnown
      ? { low: shown(scale.back(middle - reach)), high: shown(scale.back(middle + reach)) }
      : null,
    ...{ designEffect: null, effectiveN: null, method: isKnown ? 'taylor' : null },
  }
}

/** On the logit scale. */
export const f1Score = (detections: readonly Detection[]) => smoothFigure(detections, smoothF1, logits)
/** Matthews's correlation, on Fisher's scale. */
export const matthewsCorrelation = (detections: readonly Detection[]) =>
  smoothFigure(detections, smoothMcc, fisher)

/** sensitivity/(1 − specificity) for `positive`, (1 − sensitivity)/specificity for `negative`; on the logarithmic scale. */
export const likelihoodRatio = (detections: readonly Detection[], sign: 'positive' | 'negative') =>
  smoothFigure(detections, table => logLikelihoodRatio(table, sign), plain, Math.exp)

/**
 * PPV or NPV where the finding is as frequent as stated, by Bayes's theorem: the logit of the PPV is that of the prevalence plus the
 * logarithm of the positive likelihood ratio.
 * @param prevalence above 0 and below 1
 */
export function valueAtPrevalence(detections: readonly Detection[], name: 'ppv' | 'npv', prevalence: number) {
  const odds = logits.to(prevalence)
  const sign = name === 'ppv' ? 'positive' : 'negative'
  const shift = ({ value, slope }: Smooth): Smooth => ({ value: value + odds, slope })
  const figure = smoothFigure(
    detections,
    table => {
      const smooth = logLikelihoodRatio(table, sign)
      return smooth && shift(smooth)
    },
    plain,
    z => expit(name === 'ppv' ? z : -z),
  )
  if (!figure?.interval || name === 'ppv') return figure
  return { ...figure, interval: { low: figure.interval.high, high: figure.interval.low } }
}
