/** Figures of a 2 x 2 table, with intervals that count clusters. A figure that divides by nothing is null. */
import {
  clusteredMean,
  clusteredShare,
  type Interval,
  pooledIcc,
  studentQuantile,
} from '@voxelwise/statistics'
import {
  cellOf,
  cells,
  type Detection,
  type TableCell,
  type TwoByTwo,
  tableOf,
  tablesByCluster,
} from './detections.ts'

export const shareNames = ['sensitivity', 'specificity', 'ppv', 'npv'] as const
export type ShareName = (typeof shareNames)[number]

/** Of each share the cells that count as right, and those that it is a share of. */
const shareCells: Readonly<Record<ShareName, readonly [right: TableCell, other: TableCell]>> = {
  sensitivity: ['tp', 'fn'],
  specificity: ['tn', 'fp'],
  ppv: ['tp', 'fp'],
  npv: ['tn', 'fn'],
}

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

/** A function of the cells that stays the same when all of them grow by one factor: its value, and its slope in each cell. */
interface Smooth {
  readonly value: number
  readonly slope: TwoByTwo
}

/**
 * The share with Korn and Graubard's interval. The correlation is pooled over the present and the absent (of predictive values: over both
 * answers), as that of a run is over tasks.
 */
export function shareFigure(detections: readonly Detection[], name: ShareName): DetectionFigure | null {
  const [right, other] = shareCells[name]
  const counts = tablesByCluster(detections)
    .map(table => ({ right: table[right], total: table[right] + table[other] }))
    .filter(({ total }) => total > 0)
  if (counts.length === 0) return null
  const isPredictive = name === 'ppv' || name === 'npv'
  const stratum = ({ isPresent, called }: Detection) => {
    const isCalled = isPresent ? called === true : called !== false
    return Number(isPredictive ? isCalled : isPresent)
  }
  const icc = pooledIcc({
    clusters: detections.map(({ cluster }) => cluster),
    tasks: densely(detections.map(stratum)),
    values: detections.map(one => Number(['tp', 'tn'].includes(cellOf(one)))),
  })
  const found = clusteredShare(
    { right: counts.map(count => count.right), total: counts.map(count => count.total) },
    icc,
  )
  const { n, clusters, share, low, high, designEffect, effectiveN } = found
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
  const { tp, fp, fn, tn } = tableOf(detections)
  if (tp + fn === 0 || fp + tn === 0) return null
  const present = detections.map(({ isPresent }) => Number(isPresent))
  const { mean, n, clusters, low, high, effectiveN } = clusteredMean(
    {
      clusters: detections.map(({ cluster }) => cluster),
      tasks: present,
      values: detections.map(one => Number(['tp', 'tn'].includes(cellOf(one)))),
    },
    present,
  )
  return {
    ...{ value: mean, n, correct: null, clusters, interval: { low, high } },
    ...{ designEffect: null, effectiveN, method: 'satterthwaite' },
  }
}

/** 2 TP/(2 TP + FP + FN). */
function f1Of({ tp, fp, fn }: TwoByTwo): Smooth | null {
  const all = 2 * tp + fp + fn
  if (all === 0) return null
  const down = (-2 * tp) / all ** 2
  return { value: (2 * tp) / all, slope: { tp: (2 * (fp + fn)) / all ** 2, fp: down, fn: down, tn: 0 } }
}

/** B. W. Matthews (1975), Biochim. Biophys. Acta 405, 442–451. */
function mccOf({ tp, fp, fn, tn }: TwoByTwo): Smooth | null {
  const [present, absent, positive, negative] = [tp + fn, fp + tn, tp + fp, fn + tn]
  const root = Math.sqrt(present * absent * positive * negative)
  if (root === 0) return null
  const value = (tp * tn - fp * fn) / root
  const slope = (top: number, row: number, column: number) =>
    top / root - (value / 2) * (1 / row + 1 / column)
  return {
    value,
    slope: {
      tp: slope(tn, present, positive),
      fp: slope(-fn, absent, positive),
      fn: slope(-fp, present, negative),
      tn: slope(tp, absent, negative),
    },
  }
}

/** The logarithm of sensitivity/(1 − specificity), or of (1 − sensitivity)/specificity; null where it is not finite. */
function logRatioOf({ tp, fp, fn, tn }: TwoByTwo, of: 'positive' | 'negative'): Smooth | null {
  const [present, absent] = [tp + fn, fp + tn]
  const [above, below] = of === 'positive' ? [tp, fp] : [fn, tn]
  if (above === 0 || below === 0) return null
  const [up, down] = [1 / above - 1 / present, 1 / absent - 1 / below]
  const slope =
    of === 'positive'
      ? { tp: up, fn: -1 / present, fp: down, tn: 1 / absent }
      : { fn: up, tp: -1 / present, tn: down, fp: 1 / absent }
  return { value: Math.log(above / present) - Math.log(below / absent), slope }
}

/** How a value is stretched so that its errors are about normal, and the way back. */
interface Scale {
  readonly to: (value: number) => number
  readonly back: (stretched: number) => number
  /** The slope of `to`. */
  readonly slope: (value: number) => number
}

const expit = (z: number): number => 1 / (1 + Math.exp(-z))
const plain: Scale = { to: z => z, back: z => z, slope: () => 1 }
const logits: Scale = { to: p => Math.log(p / (1 - p)), back: expit, slope: p => 1 / (p * (1 - p)) }
/** R. A. Fisher's z of a correlation. */
const fisher: Scale = { to: Math.atanh, back: Math.tanh, slope: r => 1 / (1 - r * r) }

/**
 * Taylor's linearisation: a cluster adds the slopes times its cells; the variance is G/(G − 1) Σu² (K. M. Wolter, 2007, Introduction to
 * Variance Estimation, 6), with Student's t and G − 1 degrees of freedom on a scale. Without two clusters, and where nothing varies,
 * there is no interval.
 */
function smoothFigure(
  detections: readonly Detection[],
  smoothOf: (table: TwoByTwo) => Smooth | null,
  scale: Scale,
  shown: (value: number) => number = value => value,
): DetectionFigure | null {
  const smooth = smoothOf(tableOf(detections))
  if (!smooth) return null
  const clusters = tablesByCluster(detections)
  const G = clusters.length
  const squares = clusters.reduce(
    (sum, table) => sum + cells.reduce((all, cell) => all + smooth.slope[cell] * table[cell], 0) ** 2,
    0,
  )
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
export const f1Score = (detections: readonly Detection[]) => smoothFigure(detections, f1Of, logits)
/** Matthews's correlation, on Fisher's scale. */
export const matthewsCorrelation = (detections: readonly Detection[]) =>
  smoothFigure(detections, mccOf, fisher)

/** sensitivity/(1 − specificity) for `positive`, (1 − sensitivity)/specificity for `negative`; on the logarithmic scale. */
export const likelihoodRatio = (detections: readonly Detection[], of: 'positive' | 'negative') =>
  smoothFigure(detections, table => logRatioOf(table, of), plain, Math.exp)

/**
 * PPV or NPV where the finding is as frequent as stated, by Bayes's theorem: the logit of the PPV is that of the prevalence plus the
 * logarithm of the positive likelihood ratio.
 * @param prevalence above 0 and below 1
 */
export function valueAtPrevalence(detections: readonly Detection[], name: 'ppv' | 'npv', prevalence: number) {
  const odds = logits.to(prevalence)
  const of = name === 'ppv' ? 'positive' : 'negative'
  const shift = ({ value, slope }: Smooth): Smooth => ({ value: value + odds, slope })
  const found = smoothFigure(
    detections,
    table => {
      const smooth = logRatioOf(table, of)
      return smooth && shift(smooth)
    },
    plain,
    z => expit(name === 'ppv' ? z : -z),
  )
  if (!found?.interval || name === 'ppv') return found
  return { ...found, interval: { low: found.interval.high, high: found.interval.low } }
}
