/** Slope and intercept of calibration: D. R. Cox (1958), Biometrika 45, 562–565. */
import { studentQuantile } from './quantiles.ts'
import { fewestClusters } from './sampled-total.ts'
import type { ScoredAnswers, ScoreEstimate } from './scored-answers.ts'

/** 1 and 0 of a calibrated model. A slope below 1 means that confidences are too extreme. */
export interface Recalibration {
  readonly slope: ScoreEstimate
  readonly intercept: ScoreEstimate
}

/** Confidences of 0 and 1 have no logit, so all are kept this far from both, as the NLL does. */
const closest = Number.EPSILON

const logit = (confidence: number): number => {
  const held = Math.min(Math.max(confidence, closest), 1 - closest)
  return Math.log(held) - Math.log1p(-held)
}

/**
 * Maximum likelihood of logit P(right) = intercept + slope · logit(confidence). Intervals: the sandwich variance of K.-Y. Liang
 * and S. L. Zeger (1986), Biometrika 73, 13–22, times G/(G − 1) · (n − 1)/(n − 2), with Student's t and G − 1 degrees of freedom;
 * null below 20 clusters.
 * @returns null where the likelihood has no maximum: one confidence separates right from wrong answers, or all are equal
 */
export function recalibration(answers: ScoredAnswers): Recalibration | null {
  const x = Float64Array.from(answers.confidence, logit)
  if (isSeparated(x, answers.correct)) return null
  const fit = fitted(x, answers.correct)
  if (!fit) return null
  const deviations = answers.clusters < fewestClusters ? null : robustDeviations(x, answers, fit)
  const t = deviations && studentQuantile(answers.clusters - 1)
  const estimate = (value: number, deviation: number | undefined): ScoreEstimate => ({
    value,
    interval:
      t === null || deviation === undefined
        ? null
        : { low: value - t * deviation, high: value + t * deviation },
  })
  return {
    slope: estimate(fit.slope, deviations?.slope),
    intercept: estimate(fit.intercept, deviations?.intercept),
  }
}

type Line = Readonly<Record<'intercept' | 'slope', number>>

/** Whether all right answers lie on one side of all wrong ones. */
function isSeparated(x: Float64Array, correct: ArrayLike<number>): boolean {
  const right = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY }
  const wrong = { ...right }
  for (let i = 0; i < x.length; i++) {
    const side = correct[i] === 1 ? right : wrong
    const value = x[i] as number
    side.low = Math.min(side.low, value)
    side.high = Math.max(side.high, value)
  }
  return right.low >= wrong.high || right.high <= wrong.low
}

const chanceAt = ({ intercept, slope }: Line, x: number): number =>
  1 / (1 + Math.exp(-(intercept + slope * x)))

/** ln P of all answers. ln(1 + e^−z) is written so that it cannot overflow. */
function logLikelihood(x: Float64Array, correct: ArrayLike<number>, { intercept, slope }: Line): number {
  let sum = 0
  for (let i = 0; i < x.length; i++) {
    const z = (intercept + slope * (x[i] as number)) * (correct[i] === 1 ? 1 : -1)
    sum -= Math.max(-z, 0) + Math.log1p(Math.exp(-Math.abs(z)))
  }
  return sum
}

/** Newton's method; a step that lowers the likelihood is halved. */
function fitted(x: Float64Array, correct: ArrayLike<number>): Line | null {
  let line: Line = { intercept: 0, slope: 0 }
  let likelihood = logLikelihood(x, correct, line)
  for (let round = 0; round < 100; round++) {
    const inverse = inverseInformation(x, line)
    if (!inverse) return null
    let [score0, score1] = [0, 0]
    for (let i = 0; i < x.length; i++) {
      const off = (correct[i] as number) - chanceAt(line, x[i] as number)
      score0 += off
      score1 += off * (x[i] as number)
    }
    const step = {
      intercept: inverse.aa * score0 + inverse.ab * score1,
      slope: inverse.ab * score0 + inverse.bb * score1,
    }
    let [share, next] = [1, line]
    let reached = Number.NEGATIVE_INFINITY
    for (; share > 1e-6; share /= 2) {
      next = { intercept: line.intercept + share * step.intercept, slope: line.slope + share * step.slope }
      reached = logLikelihood(x, correct, next)
      if (reached >= likelihood - 1e-12 * Math.abs(likelihood)) break
    }
    line = next
    likelihood = reached
    if (Math.abs(step.intercept) + Math.abs(step.slope) < 1e-12 * (1 + Math.abs(line.intercept))) break
  }
  return Number.isFinite(line.slope) ? line : null
}

/** The inverse of X′WX, W = p(1 − p); null where it has none. */
function inverseInformation(x: Float64Array, line: Line) {
  let [n, sum, squares] = [0, 0, 0]
  for (const value of x) {
    const chance = chanceAt(line, value)
    const weight = chance * (1 - chance)
    n += weight
    sum += weight * value
    squares += weight * value * value
  }
  const determinant = n * squares - sum * sum
  if (!(determinant > 0)) return null
  return { aa: squares / determinant, ab: -sum / determinant, bb: n / determinant }
}

/** Standard deviations from the scores of whole clusters. */
function robustDeviations(
  x: Float64Array,
  { correct, cluster, clusters }: ScoredAnswers,
  line: Line,
): Line | null {
  const inverse = inverseInformation(x, line)
  if (!inverse) return null
  const [scores0, scores1] = [new Float64Array(clusters), new Float64Array(clusters)]
  for (let i = 0; i < x.length; i++) {
    const off = (correct[i] as number) - chanceAt(line, x[i] as number)
    const g = cluster[i] as number
    scores0[g] = (scores0[g] as number) + off
    scores1[g] = (scores1[g] as number) + off * (x[i] as number)
  }
  const { aa, ab, bb } = inverse
  let [intercept, slope] = [0, 0]
  for (let g = 0; g < clusters; g++) {
    const [u, v] = [scores0[g] as number, scores1[g] as number]
    intercept += (aa * u + ab * v) ** 2
    slope += (ab * u + bb * v) ** 2
  }
  const factor = (clusters / (clusters - 1)) * ((x.length - 1) / (x.length - 2))
  return { intercept: Math.sqrt(factor * intercept), slope: Math.sqrt(factor * slope) }
}
