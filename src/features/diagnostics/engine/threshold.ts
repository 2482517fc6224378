/** A threshold that is chosen on one part of the clusters and tested on the other; net benefit at any threshold. */
import { type Interval, studentQuantile, UniformRandom } from '@voxelwise/statistics'
import { calledAt, type Detection } from './detections.ts'
import { type CurvePoint, curvePoints } from './score-figures.ts'
import { type DetectionFigure, shareFigure } from './table-figures.ts'

/** The highest sum of sensitivity and specificity (W. J. Youden, 1950, Cancer 3, 32–35), or the highest threshold with a sensitivity. */
type ThresholdRule = 'youden' | { readonly sensitivity: number }

const sensitivityAt = ({ tp, fn }: CurvePoint): number => tp / (tp + fn)
const specificityAt = ({ tn, fp }: CurvePoint): number => tn / (tn + fp)

/** The highest threshold that the rule allows; null without both present and absent findings. */
export function chosenThreshold(detections: readonly Detection[], rule: ThresholdRule): number | null {
  const points = curvePoints(detections)
  const [first] = points
  if (!first || first.fn === 0 || first.tn === 0) return null
  if (rule !== 'youden') {
    // Sensitivities rise from point to point. Shares such as 0.3 are not exact.
    const reached = points.find(point => sensitivityAt(point) >= rule.sensitivity - 1e-12)
    return reached?.threshold ?? null
  }
  let best = first
  for (const point of points)
    if (sensitivityAt(point) + specificityAt(point) > sensitivityAt(best) + specificityAt(best) + 1e-12)
      best = point
  return best.threshold
}

/** Whole clusters are shuffled by the seed, and the first half of them is the part to choose on. The order of answers changes nothing. */
export function splitByCluster(detections: readonly Detection[], seed: number) {
  const clusters = [...new Set(detections.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  const random = new UniformRandom(seed)
  for (let last = clusters.length - 1; last > 0; last--) {
    const other = random.below(last + 1)
    ;[clusters[last], clusters[other]] = [clusters[other] as number, clusters[last] as number]
  }
  const chosen = new Set(clusters.slice(0, Math.round(clusters.length / 2)))
  return {
    chosenOn: detections.filter(({ cluster }) => chosen.has(cluster)),
    testedOn: detections.filter(({ cluster }) => !chosen.has(cluster)),
  }
}

export interface TestedThreshold {
  readonly threshold: number
  /** On the part that the threshold was not chosen on; null without such findings there. */
  readonly sensitivity: DetectionFigure | null
  readonly specificity: DetectionFigure | null
}

/** @returns null where the first part has no present, or no absent, finding */
export function testedThreshold(
  detections: readonly Detection[],
  rule: ThresholdRule,
  seed: number,
): TestedThreshold | null {
  const { chosenOn, testedOn } = splitByCluster(detections, seed)
  const threshold = chosenThreshold(chosenOn, rule)
  if (threshold === null) return null
  const called = calledAt(testedOn, threshold)
  return {
    threshold,
    sensitivity: shareFigure(called, 'sensitivity'),
    specificity: shareFigure(called, 'specificity'),
  }
}

export interface NetBenefit {
  readonly threshold: number
  readonly model: number
  /** Net benefit of calling every finding present; that of calling none is 0. */
  readonly all: number
  /** Interval of the model's net benefit; null below two clusters. */
  readonly interval: Interval | null
}

/**
 * Decision curve: TP/n − FP/n · t/(1 − t), the answer being positive from probability t on (A. J. Vickers and E. B. Elkin, 2006, Med.
 * Decis. Making 26, 565–574). Taylor's variance over clusters, Student's t with G − 1 degrees of freedom.
 * @param thresholds each above 0 and below 1
 */
export function decisionCurve(detections: readonly Detection[], thresholds: readonly number[]): NetBenefit[] {
  return thresholds.flatMap(threshold => {
    const called = calledAt(detections, threshold)
    const n = called.length
    if (n === 0) return []
    const odds = threshold / (1 - threshold)
    const worth = ({ isPresent }: Detection) => (isPresent ? 1 : -odds)
    const sums = new Map<number, { n: number; benefit: number }>()
    let [model, all] = [0, 0]
    for (const one of called) {
      const benefit = one.called === true ? worth(one) : 0
      model += benefit / n
      all += worth(one) / n
      const before = sums.get(one.cluster) ?? { n: 0, benefit: 0 }
      sums.set(one.cluster, { n: before.n + 1, benefit: before.benefit + benefit })
    }
    const G = sums.size
    let squares = 0
    for (const sum of sums.values()) squares += ((sum.benefit - model * sum.n) / n) ** 2
    const reach = G > 1 ? studentQuantile(G - 1) * Math.sqrt((G / (G - 1)) * squares) : 0
    return [{ threshold, model, all, interval: G > 1 ? { low: model - reach, high: model + reach } : null }]
  })
}
