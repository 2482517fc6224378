/**
 * The data of a reliability diagram and a coverage curve, with intervals. Questions on one image share the model's view
 * of it, so clusters are resampled, not questions: as in `bootstrap.ts`, with percentiles.
 */

import { type BootstrapOptions, defaultSeed } from './bootstrap.ts'
import { calibratedError } from './calibrated-error.ts'
import {
  type AnswerClusters,
  type Binning,
  binnings,
  expectedCalibrationError,
  type Forecast,
  properScore,
  properScores,
  type ReliabilityBin,
  reliability,
  type TopAnswer,
  topAnswer,
} from './calibration.ts'
import { clusteredAuroc } from './clustered-auroc.ts'
import { ClusterTally } from './clustered-share.ts'
import { DefaultMap } from './default-map.ts'
import { Random } from './random.ts'
import { recalibration } from './recalibration.ts'
import type { ScoreEstimate } from './scored-answers.ts'
import {
  areaUnderRiskCoverage,
  type CoverageEstimate,
  coverageCurve,
  fromSurest,
  thinned,
  withIntervals,
} from './selective.ts'
import { percentiles } from './special.ts'
import { type Steps, toEnd } from './steps.ts'
import { valuePerName } from './value-per-name.ts'
import type { Interval } from './wilson.ts'

/** A forecast with the number of its cluster. */
export interface ClusteredForecast extends Forecast {
  readonly cluster: number
}

export interface ConfidenceFigures {
  readonly n: number
  readonly correct: number
  readonly clusters: number
  /** The interval of the accuracy. */
  readonly interval: Interval
  /** Mean probability of the answer. */
  readonly confidence: ScoreEstimate
  /** Mean confidence minus accuracy. */
  readonly gap: ScoreEstimate
  readonly bins: Readonly<Record<Binning, readonly ReliabilityBin[]>>
  readonly calibrationError: Readonly<Record<Binning, ScoreEstimate>>
  /** What a perfectly calibrated model with these confidences would be expected to have. */
  readonly calibratedError: Readonly<Record<Binning, number>>
  /** Logistic recalibration; null where no confidence has both right and wrong answers on either side. */
  readonly slope: ScoreEstimate | null
  readonly intercept: ScoreEstimate | null
  /** The AUROC of confidence for right answers; null where all are right, or all wrong. */
  readonly auroc: ScoreEstimate | null
  /** Over the questions with a right option; null where there is none. */
  readonly brier: ScoreEstimate | null
  readonly brierTop: ScoreEstimate | null
  readonly negativeLogLikelihood: ScoreEstimate | null
  /** Questions that none of the options answers: always wrong, and without a proper score. */
  readonly unanswerable: number
  /** Thinned out: enough points to draw. */
  readonly curve: readonly CoverageEstimate[]
  readonly riskCoverage: ScoreEstimate
}

export const confidenceResamples = 1000

const curvePoints = 160

/**
 * Null where nothing was answered. Equal options give equal intervals, always.
 * @param icc of the run's answers, pooled over its tasks
 */
export const confidenceFigures = (
  forecasts: readonly ClusteredForecast[],
  icc: number,
  options: BootstrapOptions = {},
): ConfidenceFigures | null => toEnd(confidenceSteps(forecasts, icc, options))

/** The same a draw at a time, for a thread that has others to answer. */
export function* confidenceSteps(
  forecasts: readonly ClusteredForecast[],
  icc: number,
  options: BootstrapOptions = {},
): Steps<ConfidenceFigures | null> {
  if (forecasts.length === 0) return null
  const answers = forecasts.map(topAnswer)
  const clusters = { of: Int32Array.from(forecasts, ({ cluster }) => cluster), icc }
  const bins = valuePerName(binnings, binning => reliability(answers, clusters, binning))
  const prepared = prepare(forecasts, answers, bins)
  const draws = yield* drawn(prepared, options)
  const n = answers.length
  const correct = answers.filter(answer => answer.correct).length
  const scores = properScores(forecasts)
  const curve = coverageCurve(answers)
  const line = recalibration(prepared)
  const estimate = (value: number, name: Measure) => ({ value, interval: percentiles(draws[name]) })
  return {
    n,
    correct,
    clusters: prepared.clusters,
    interval: accuracyInterval(answers, clusters),
    confidence: estimate(answers.reduce((sum, { confidence }) => sum + confidence, 0) / n, 'confidence'),
    gap: estimate(answers.reduce((sum, { confidence }) => sum + confidence, 0) / n - correct / n, 'gap'),
    bins,
    calibrationError: valuePerName(binnings, binning =>
      estimate(expectedCalibrationError(bins[binning]) ?? 0, binning),
    ),
    calibratedError: valuePerName(binnings, binning =>
      calibratedError(prepared.confidence, prepared.bin[binning]),
    ),
    ...{ slope: line?.slope ?? null, intercept: line?.intercept ?? null, auroc: clusteredAuroc(prepared) },
    ...valuePerName(scoreNames, name => scores && estimate(scores[name], name)),
    unanswerable: n - (scores?.n ?? 0),
    curve: withIntervals(thinned(curve, curvePoints), answers, clusters),
    riskCoverage: estimate(areaUnderRiskCoverage(curve) ?? 0, 'riskCoverage'),
  }
}

function accuracyInterval(answers: readonly TopAnswer[], { of, icc }: AnswerClusters): Interval {
  const counts = new ClusterTally()
  for (const [i, { correct }] of answers.entries()) counts.add(of[i] as number, Number(correct))
  return counts.interval(icc)
}

const scoreNames = ['brier', 'brierTop', 'negativeLogLikelihood'] as const
const measures = ['confidence', 'gap', ...binnings, ...scoreNames, 'riskCoverage'] as const
type Measure = (typeof measures)[number]

type Prepared = ReturnType<typeof prepare>

/** The number of questions with a right option; averages over all, and over those. */
const summed = ['n', 'confidence', 'correct', 'asked', ...scoreNames] as const

/** The answers as columns, most confident first. A draw only states how often each cluster comes up. */
function prepare(
  forecasts: readonly ClusteredForecast[],
  answers: readonly TopAnswer[],
  bins: Readonly<Record<Binning, readonly ReliabilityBin[]>>,
) {
  const sorted = Array.from(fromSurest(answers), i => {
    const forecast = forecasts[i] as ClusteredForecast
    return { forecast, answer: answers[i] ?? topAnswer(forecast) }
  })
  const known: DefaultMap<number, number> = new DefaultMap(() => known.size)
  const cluster = Uint32Array.from(sorted, ({ forecast }) => known.at(forecast.cluster))
  const assignBins = (binning: Binning) =>
    Uint8Array.from(sorted, ({ answer }) => {
      const at = bins[binning].findIndex(({ to }) => answer.confidence <= to)
      return at === -1 ? bins[binning].length - 1 : at
    })
  const confidence = Float64Array.from(sorted, ({ answer }) => answer.confidence)
  return {
    clusters: known.size,
    cluster,
    confidence,
    correct: Uint8Array.from(sorted, ({ answer }) => Number(answer.correct)),
    /** Whether the next answer is less sure. */
    isLastOfEqual: Uint8Array.from(sorted, (_, i) => Number(confidence[i] !== confidence[i + 1])),
    /** Which bin it is in. */
    bin: valuePerName(binnings, assignBins),
    /** The sums of every cluster. */
    sums: sumByCluster(sorted, cluster, known.size),
  }
}

function sumByCluster(
  sorted: readonly { readonly forecast: ClusteredForecast; readonly answer: TopAnswer }[],
  cluster: Uint32Array,
  clusters: number,
): Readonly<Record<(typeof summed)[number], Float64Array>> {
  const sums = valuePerName(summed, () => new Float64Array(clusters))
  for (const [i, { forecast, answer }] of sorted.entries()) {
    const scores = properScore(forecast, answer)
    const values = {
      ...{ n: 1, confidence: answer.confidence, correct: Number(answer.correct) },
      ...{ asked: scores ? 1 : 0, ...(scores ?? noScores) },
    }
    for (const name of summed) {
      const clusterIndex = cluster[i] as number
      sums[name][clusterIndex] = (sums[name][clusterIndex] as number) + values[name]
    }
  }
  return sums
}

const noScores = { brier: 0, brierTop: 0, negativeLogLikelihood: 0 }

type Draws = Readonly<Record<Measure, Float64Array>>

/** Every score of every draw; NaN if a draw has nothing to score. */
function* drawn(prepared: Prepared, options: BootstrapOptions): Steps<Draws> {
  const { resamples = confidenceResamples, seed = defaultSeed } = options
  const draws = valuePerName(measures, () => new Float64Array(resamples))
  const random = new Random(seed)
  const times = new Uint32Array(prepared.clusters)
  for (let draw = 0; draw < resamples; draw++) {
    times.fill(0)
    for (let i = 0; i < times.length; i++) {
      const cluster = random.below(times.length)
      times[cluster] = (times[cluster] as number) + 1
    }
    const scores = weightedScores(prepared, times)
    for (const name of measures) draws[name][draw] = scores[name]
    yield
  }
  return draws
}

const maxBins = 16
const offBy = valuePerName(binnings, () => new Float64Array(maxBins))

/** The scores with each cluster counted this many times. */
function weightedScores(prepared: Prepared, times: Uint32Array): Readonly<Record<Measure, number>> {
  const { sums } = prepared
  const n = weighted(sums.n, times)
  const scored = weighted(sums.asked, times)
  const area = binned(prepared, times)
  return {
    confidence: weighted(sums.confidence, times) / n,
    gap: (weighted(sums.confidence, times) - weighted(sums.correct, times)) / n,
    ...valuePerName(binnings, binning => total(offBy[binning]) / n),
    ...valuePerName(scoreNames, name => weighted(sums[name], times) / scored),
    riskCoverage: area / n,
  }
}

function weighted(values: Float64Array, times: Uint32Array): number {
  let sum = 0
  for (let i = 0; i < times.length; i++) sum += (values[i] as number) * (times[i] as number)
  return sum
}

/**
 * Writes the bins' calibration errors to `offBy`.
 * @returns the area under the risk-coverage curve, not yet divided by n
 */
function binned({ cluster, confidence, correct, isLastOfEqual, bin }: Prepared, times: Uint32Array): number {
  const { 'equal-width': widths, 'equal-mass': masses } = bin
  const { 'equal-width': offWidth, 'equal-mass': offMass } = offBy
  offWidth.fill(0)
  offMass.fill(0)
  let [n, area, wrong, equal, equalWrong] = [0, 0, 0, 0, 0]
  for (let i = 0; i < cluster.length; i++) {
    const often = times[cluster[i] as number] as number
    if (often > 0) {
      const isRight = correct[i] as number
      const off = often * ((confidence[i] as number) - isRight)
      const [width, mass] = [widths[i] as number, masses[i] as number]
      offWidth[width] = (offWidth[width] as number) + off
      offMass[mass] = (offMass[mass] as number) + off
      equal += often
      equalWrong += often * (1 - isRight)
    }
    if (isLastOfEqual[i] === 0 || equal === 0) continue
    // As `areaUnderRiskCoverage` has it, among equal confidences the mean over every order: the sum over k of
    // (wrong + share * k) / (n + k), where share + (wrong - share * n) / (n + k) is the same.
    let inverses = 0
    for (let k = 1; k <= equal; k++) inverses += 1 / (n + k)
    area += equalWrong + (wrong - (equalWrong / equal) * n) * inverses
    n += equal
    wrong += equalWrong
    equal = 0
    equalWrong = 0
  }
  return area
}

const total = (offs: Float64Array) => offs.reduce((sum, off) => sum + Math.abs(off), 0)
