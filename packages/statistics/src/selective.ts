/** How accurate a model is when it may keep silent where it is least sure. */
import type { AnswerClusters, TopAnswer } from './calibration.ts'
import { ClusterTally } from './clustered-share.ts'
import type { Interval } from './wilson.ts'

export interface CoveragePoint {
  /** Answers with at least this confidence are given. */
  readonly confidence: number
  readonly n: number
  readonly correct: number
  readonly coverage: number
  readonly accuracy: number
}

/** A point that is shown, with its 95 % interval. */
export interface CoverageEstimate extends CoveragePoint, Interval {
  readonly clusters: number
}

/** Positions of the answers from the surest on, equal ones as they come. Sorting numbers takes a tenth of the time of sorting answers. */
export function fromSurest(answers: readonly TopAnswer[]): Uint32Array {
  const falling = Float64Array.from(answers, ({ confidence }) => -confidence).sort()
  const taken = new Uint32Array(falling.length)
  const order = new Uint32Array(falling.length)
  for (let i = 0; i < answers.length; i++) {
    const wanted = -(answers[i]?.confidence ?? 0)
    let [from, to] = [0, falling.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((falling[middle] as number) < wanted) from = middle + 1
      else to = middle
    }
    const before = taken[from] as number
    order[from + before] = i
    taken[from] = before + 1
  }
  return order
}

/** Accuracy against coverage, from the surest answers to all; equal confidences come in together. */
export function coverageCurve(answers: readonly TopAnswer[]): CoveragePoint[] {
  const sorted = Array.from(fromSurest(answers), at => answers[at] as TopAnswer)
  const points: CoveragePoint[] = []
  let correct = 0
  for (const [i, answer] of sorted.entries()) {
    const { confidence } = answer
    if (answer.correct) correct++
    if (sorted[i + 1]?.confidence === confidence) continue
    const n = i + 1
    points.push({ confidence, n, correct, coverage: n / sorted.length, accuracy: correct / n })
  }
  return points
}

/**
 * Area under the risk-coverage curve: the mean error among the surest 1, 2, … n answers. Y. Geifman, G. Uziel and
 * R. El-Yaniv (2019), "Bias-reduced uncertainty estimation for deep neural classifiers", ICLR, section 3. Among
 * equal confidences, the mean over every order. Lower is better; null where there is no answer.
 */
export function areaUnderRiskCoverage(curve: readonly CoveragePoint[]): number | null {
  let area = 0
  let before = { n: 0, correct: 0 }
  for (const point of curve) {
    const wrongBefore = before.n - before.correct
    const wrongShare = (point.n - point.correct - wrongBefore) / (point.n - before.n)
    for (let k = before.n + 1; k <= point.n; k++) area += (wrongBefore + wrongShare * (k - before.n)) / k
    before = point
  }
  return before.n === 0 ? null : area / before.n
}

/** The points of a curve with their intervals. */
export function withIntervals(
  points: readonly CoveragePoint[],
  answers: readonly TopAnswer[],
  { of, icc }: AnswerClusters,
): CoverageEstimate[] {
  const order = fromSurest(answers)
  const counts = new ClusterTally()
  let at = 0
  return points.map(point => {
    for (; at < point.n; at++) {
      const i = order[at] as number
      counts.add(of[i] as number, Number(answers[i]?.correct ?? false))
    }
    return { ...point, clusters: counts.size, ...counts.interval(icc) }
  })
}

/** A limited number of points of a curve, evenly spread over its coverage, including both ends. */
export function thinned(curve: readonly CoveragePoint[], max: number): readonly CoveragePoint[] {
  if (curve.length <= max) return curve
  let step = 0
  return curve.filter(({ coverage }, i) => {
    const isEnd = i === 0 || i === curve.length - 1
    const reached = Math.floor(coverage * (max - 2))
    if (!isEnd && reached <= step) return false
    step = reached
    return true
  })
}
