/**
 * All that a reliability diagram and a coverage curve summarise, with intervals. Questions on one image share what
 * the model makes of it, so images are drawn again, not questions: as in `bootstrap.ts`, with percentiles.
 */
import { type BootstrapOptions, defaultSeed } from './bootstrap.ts'
import {
  type Binning,
  expectedCalibrationError,
  type Forecast,
  properScores,
  type ReliabilityBin,
  reliability,
  type TopAnswer,
  topAnswer,
} from './calibration.ts'
import { quantile } from './quantile.ts'
import { Random } from './random.ts'
import { areaUnderRiskCoverage, type CoveragePoint, coverageCurve, thinned } from './selective.ts'
import { type Interval, wilson } from './wilson.ts'

/** A forecast on an image; null where the question is text only, and stands for itself. */
export interface ImageForecast extends Forecast {
  readonly image: string | null
}

/** A score with its 95 % interval; null where there are too few images to tell. */
export interface ScoreEstimate {
  readonly value: number
  readonly interval: Interval | null
}

export interface ConfidenceFigures {
  readonly n: number
  readonly correct: number
  readonly images: number
  /** Wilson's interval of the accuracy. */
  readonly interval: Interval
  /** Mean probability of the answer. */
  readonly confidence: ScoreEstimate
  readonly bins: Readonly<Record<Binning, readonly ReliabilityBin[]>>
  readonly calibrationError: Readonly<Record<Binning, ScoreEstimate>>
  /** Over the questions with a right option; null where there is none. */
  readonly brier: ScoreEstimate | null
  readonly brierTop: ScoreEstimate | null
  readonly negativeLogLikelihood: ScoreEstimate | null
  /** Questions that none of the options answers: always wrong, and without a proper score. */
  readonly unanswerable: number
  /** Thinned out: enough points to draw. */
  readonly curve: readonly CoveragePoint[]
  readonly riskCoverage: ScoreEstimate
}

export const confidenceResamples = 1000

const curvePoints = 160

/** Null where nothing was answered. Equal options give equal intervals, always. */
export function confidenceFigures(
  forecasts: readonly ImageForecast[],
  options: BootstrapOptions = {},
): ConfidenceFigures | null {
  if (forecasts.length === 0) return null
  const answers = forecasts.map(topAnswer)
  const bins = {
    'equal-width': reliability(answers, 'equal-width'),
    'equal-mass': reliability(answers, 'equal-mass'),
  }
  const prepared = prepare(forecasts, answers, bins)
  const draws = drawn(prepared, options)
  const n = answers.length
  const correct = answers.filter(answer => answer.correct).length
  const scores = properScores(forecasts)
  const curve = coverageCurve(answers)
  const estimate = (value: number, name: Measure): ScoreEstimate => ({
    value,
    interval: percentiles(draws[name]),
  })
  return {
    n,
    correct,
    images: prepared.images,
    interval: wilson(correct, n),
    confidence: estimate(answers.reduce((sum, { confidence }) => sum + confidence, 0) / n, 'confidence'),
    bins,
    calibrationError: {
      'equal-width': estimate(expectedCalibrationError(bins['equal-width']) ?? 0, 'equal-width'),
      'equal-mass': estimate(expectedCalibrationError(bins['equal-mass']) ?? 0, 'equal-mass'),
    },
    brier: scores && estimate(scores.brier, 'brier'),
    brierTop: scores && estimate(scores.brierTop, 'brierTop'),
    negativeLogLikelihood: scores && estimate(scores.negativeLogLikelihood, 'negativeLogLikelihood'),
    unanswerable: n - (scores?.n ?? 0),
    curve: thinned(curve, curvePoints),
    riskCoverage: estimate(areaUnderRiskCoverage(curve) ?? 0, 'riskCoverage'),
  }
}

const measures = [
  'confidence',
  'equal-width',
  'equal-mass',
  'brier',
  'brierTop',
  'negativeLogLikelihood',
  'riskCoverage',
] as const
type Measure = (typeof measures)[number]

/** The answers as columns, from the surest on: a draw only says how often each image comes up. */
interface Prepared {
  readonly images: number
  readonly image: Uint32Array
  readonly confidence: Float64Array
  readonly correct: Uint8Array
  /** Whether the next answer is less sure. */
  readonly isLastOfEqual: Uint8Array
  /** Which bin it is in. */
  readonly bin: Readonly<Record<Binning, Uint8Array>>
  /** NaN where none of the options is right. */
  readonly brier: Float64Array
  readonly brierTop: Float64Array
  readonly negativeLogLikelihood: Float64Array
}

function prepare(
  forecasts: readonly ImageForecast[],
  answers: readonly TopAnswer[],
  bins: Readonly<Record<Binning, readonly ReliabilityBin[]>>,
): Prepared {
  const sorted = forecasts
    .map((forecast, i) => ({ forecast, answer: answers[i] ?? topAnswer(forecast) }))
    .sort((a, b) => b.answer.confidence - a.answer.confidence)
  const known = new Map<string, number>()
  let images = 0
  const image = Uint32Array.from(sorted, ({ forecast }) => {
    if (forecast.image === null) return images++
    const number = known.get(forecast.image) ?? images++
    known.set(forecast.image, number)
    return number
  })
  const scores = sorted.map(({ forecast }) => properScores([forecast]))
  const binOf = (binning: Binning) =>
    Uint8Array.from(sorted, ({ answer }) => {
      const at = bins[binning].findIndex(({ to }) => answer.confidence <= to)
      return at === -1 ? bins[binning].length - 1 : at
    })
  const confidence = Float64Array.from(sorted, ({ answer }) => answer.confidence)
  return {
    images,
    image,
    confidence,
    correct: Uint8Array.from(sorted, ({ answer }) => Number(answer.correct)),
    isLastOfEqual: Uint8Array.from(sorted, (_, i) => Number(confidence[i] !== confidence[i + 1])),
    bin: { 'equal-width': binOf('equal-width'), 'equal-mass': binOf('equal-mass') },
    brier: Float64Array.from(scores, score => score?.brier ?? Number.NaN),
    brierTop: Float64Array.from(scores, score => score?.brierTop ?? Number.NaN),
    negativeLogLikelihood: Float64Array.from(scores, score => score?.negativeLogLikelihood ?? Number.NaN),
  }
}

type Draws = Readonly<Record<Measure, Float64Array>>

/** Every score of every draw; NaN where a draw holds nothing to score. */
function drawn(prepared: Prepared, options: BootstrapOptions): Draws {
  const { resamples = confidenceResamples, seed = defaultSeed } = options
  const draws = Object.fromEntries(measures.map(name => [name, new Float64Array(resamples)])) as Draws
  const random = new Random(seed)
  const times = new Uint32Array(prepared.images)
  for (let draw = 0; draw < resamples; draw++) {
    times.fill(0)
    for (let i = 0; i < times.length; i++) {
      const image = random.below(times.length)
      times[image] = (times[image] as number) + 1
    }
    const scores = scoresOf(prepared, times)
    for (const name of measures) draws[name][draw] = scores[name]
  }
  return draws
}

const mostBins = 16
const offBy = { 'equal-width': new Float64Array(mostBins), 'equal-mass': new Float64Array(mostBins) }

/** The scores where each image counts so many times. */
function scoresOf(prepared: Prepared, times: Uint32Array): Readonly<Record<Measure, number>> {
  const { image, confidence, correct, isLastOfEqual, bin } = prepared
  offBy['equal-width'].fill(0)
  offBy['equal-mass'].fill(0)
  let [n, sum, asked, brier, brierTop, likelihood] = [0, 0, 0, 0, 0, 0]
  let [area, wrong, equal, equalWrong] = [0, 0, 0, 0]
  for (let i = 0; i < image.length; i++) {
    const often = times[image[i] as number] as number
    if (often > 0) {
      const isRight = correct[i] as number
      sum += often * (confidence[i] as number)
      const off = often * ((confidence[i] as number) - isRight)
      const [width, mass] = [bin['equal-width'][i] as number, bin['equal-mass'][i] as number]
      offBy['equal-width'][width] = (offBy['equal-width'][width] as number) + off
      offBy['equal-mass'][mass] = (offBy['equal-mass'][mass] as number) + off
      const score = prepared.brier[i] as number
      if (!Number.isNaN(score)) {
        asked += often
        brier += often * score
        brierTop += often * (prepared.brierTop[i] as number)
        likelihood += often * (prepared.negativeLogLikelihood[i] as number)
      }
      equal += often
      equalWrong += often * (1 - isRight)
    }
    if (isLastOfEqual[i] === 0) continue
    // As `areaUnderRiskCoverage` has it: among equal confidences the mean over every order.
    for (let k = 1; k <= equal; k++) area += (wrong + (equalWrong / equal) * k) / (n + k)
    n += equal
    wrong += equalWrong
    equal = 0
    equalWrong = 0
  }
  return {
    confidence: sum / n,
    'equal-width': total(offBy['equal-width']) / n,
    'equal-mass': total(offBy['equal-mass']) / n,
    brier: brier / asked,
    brierTop: brierTop / asked,
    negativeLogLikelihood: likelihood / asked,
    riskCoverage: area / n,
  }
}

const total = (offs: Float64Array) => offs.reduce((sum, off) => sum + Math.abs(off), 0)

/** None where all draws give the same: one image, or all alike, leaves the doubt unknown. */
function percentiles(draws: Float64Array): Interval | null {
  const sorted = draws.filter(value => !Number.isNaN(value)).sort()
  const [low, high] = [quantile(sorted, 0.025), quantile(sorted, 0.975)]
  return low < high ? { low, high } : null
}
