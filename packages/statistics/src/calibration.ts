/** Does a model know when it is right? From the probabilities it gives to the options of each question. */
import { ClusterTally } from './clustered-share.ts'
import { quantile } from './special.ts'
import type { Interval } from './wilson.ts'

/** The probability of each option of one question, and which of them is right; -1 where none is. */
export interface Forecast {
  readonly probabilities: readonly number[]
  readonly right: number
}

/** The model's preferred answer, its confidence, and whether it is right. */
export interface TopAnswer {
  readonly confidence: number
  readonly correct: boolean
}

/** The most probable option; the first of equals. */
export function topAnswer({ probabilities, right }: Forecast): TopAnswer {
  const confidence = Math.max(...probabilities)
  return { confidence, correct: probabilities.indexOf(confidence) === right }
}

export interface ReliabilityBin {
  /** Contains confidences above `from`, up to and including `to`; the first also its lower end. */
  readonly from: number
  readonly to: number
  readonly n: number
  readonly correct: number
  /** Mean confidence. */
  readonly confidence: number
  readonly accuracy: number
  readonly clusters: number
  /** 95 %, of the accuracy. */
  readonly interval: Interval
}

/** What the intervals of accuracies need: the cluster of each answer, and the run's pooled correlation. */
export interface AnswerClusters {
  readonly of: ArrayLike<number>
  readonly icc: number
}

export const binnings = ['equal-width', 'equal-mass'] as const
export type Binning = (typeof binnings)[number]

/**
 * The non-empty bins of a reliability diagram. Equal width: A. Niculescu-Mizil and R. Caruana (2005), ICML. Equal mass:
 * the bins end at quantiles of the confidences, so equal confidences stay together.
 */
export function reliability(
  answers: readonly TopAnswer[],
  { of, icc }: AnswerClusters,
  binning: Binning,
  count = 10,
): ReliabilityBin[] {
  if (answers.length === 0) return []
  const ends = binning === 'equal-width' ? widthEnds(count) : massEnds(answers, count)
  const bins = ends
    .slice(1)
    .map((to, i) => ({ from: ends[i] ?? 0, to, n: 0, correct: 0, sum: 0, counts: new ClusterTally() }))
  for (const [i, { confidence, correct }] of answers.entries()) {
    const bin = bins.find(({ to }) => confidence <= to) ?? bins.at(-1)
    if (!bin) continue
    bin.n++
    bin.sum += confidence
    if (correct) bin.correct++
    bin.counts.add(of[i] as number, Number(correct))
  }
  return bins
    .filter(({ n }) => n > 0)
    .map(({ from, to, n, correct, sum, counts }) => ({
      from,
      to,
      n,
      correct,
      confidence: sum / n,
      accuracy: correct / n,
      clusters: counts.size,
      interval: counts.interval(icc),
    }))
}

const widthEnds = (count: number) => Array.from({ length: count + 1 }, (_, i) => i / count)

function massEnds(answers: readonly TopAnswer[], count: number): number[] {
  const sorted = Float64Array.from(answers, ({ confidence }) => confidence).sort()
  return widthEnds(count).map(share => quantile(sorted, share))
}

/**
 * Expected calibration error: M. P. Naeini, G. F. Cooper and M. Hauskrecht (2015), AAAI; C. Guo et al. (2017),
 * "On calibration of modern neural networks", ICML, equation 3. Null where there is no answer.
 */
export function expectedCalibrationError(bins: readonly ReliabilityBin[]): number | null {
  const n = bins.reduce((sum, bin) => sum + bin.n, 0)
  if (n === 0) return null
  return bins.reduce((sum, bin) => sum + (bin.n / n) * Math.abs(bin.accuracy - bin.confidence), 0)
}

/** Proper scores over the questions that have a right option; lower is better. */
interface ProperScores {
  readonly n: number
  /** Over all options, from 0 to 2: G. W. Brier (1950), Mon. Weather Rev. 78, 1–3, equation 2. */
  readonly brier: number
  /** Over the answer alone, from 0 to 1: how far its confidence is from being right (1) or wrong (0). */
  readonly brierTop: number
  /** Mean of -ln of the right option's probability, which counts as 2^-52 at least, as in scikit-learn. */
  readonly negativeLogLikelihood: number
}

export function properScores(forecasts: readonly Forecast[]): ProperScores | null {
  let [n, brier, brierTop, likelihood] = [0, 0, 0, 0]
  for (const forecast of forecasts) {
    const score = properScore(forecast, topAnswer(forecast))
    if (!score) continue
    n++
    brier += score.brier
    brierTop += score.brierTop
    likelihood += score.negativeLogLikelihood
  }
  if (n === 0) return null
  return { n, brier: brier / n, brierTop: brierTop / n, negativeLogLikelihood: likelihood / n }
}

/** Those of a single question. */
export function properScore(
  { probabilities, right }: Forecast,
  { confidence, correct }: TopAnswer,
): Omit<ProperScores, 'n'> | null {
  if (right === -1) return null
  return {
    brier: probabilities.reduce((sum, chance, i) => sum + (chance - (i === right ? 1 : 0)) ** 2, 0),
    brierTop: (confidence - (correct ? 1 : 0)) ** 2,
    negativeLogLikelihood: -Math.log(Math.max(probabilities[right] ?? 0, Number.EPSILON)),
  }
}
