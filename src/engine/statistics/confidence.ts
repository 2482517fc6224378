/**
 * The data of a reliability diagram and a coverage curve, with intervals. Questions on one image share the model's view
 * of it, so images are resampled, not questions: as in `bootstrap.ts`, with percentiles.
 */
import { type Steps, toEnd } from '../base/steps.ts'
import { type BootstrapOptions, defaultSeed } from './bootstrap.ts'
import {
  type Binning,
  expectedCalibrationError,
  type Forecast,
  properScore,
  properScores,
  type ReliabilityBin,
  reliability,
  type TopAnswer,
  topAnswer,
} from './calibration.ts'
import { Random } from './random.ts'
import { areaUnderRiskCoverage, type CoveragePoint, coverageCurve, fromSurest, thinned } from './selective.ts'
import { quantile } from './special.ts'
import { type Interval, wilson } from './wilson.ts'

/** A forecast on an image; null if the question is text only, and counts as its own image. */
export interface ImageForecast extends Forecast {
  readonly image: string | null
}

/** A score with its 95 % interval; null with too few images. */
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
export const confidenceFigures = (
  forecasts: readonly ImageForecast[],
  options: BootstrapOptions = {},
): ConfidenceFigures | null => toEnd(confidenceSteps(forecasts, options))

/** The same a draw at a time, for a thread that has others to answer. */
export function* confidenceSteps(
  forecasts: readonly ImageForecast[],
  options: BootstrapOptions = {},
): Steps<ConfidenceFigures | null> {
  if (forecasts.length === 0) return null
  const answers = forecasts.map(topAnswer)
  const bins = {
    'equal-width': reliability(answers, 'equal-width'),
    'equal-mass': reliability(answers, 'equal-mass'),
  }
  const prepared = prepare(forecasts, answers, bins)
  const draws = yield* drawn(prepared, options)
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

/** The answers as columns, most confident first. A draw only states how often each image comes up. */
interface Prepared {
  readonly images: number
  readonly image: Uint32Array
  readonly confidence: Float64Array
  readonly correct: Uint8Array
  /** Whether the next answer is less sure. */
  readonly isLastOfEqual: Uint8Array
  /** Which bin it is in. */
  readonly bin: Readonly<Record<Binning, Uint8Array>>
  /** The sums of every image. */
  readonly sums: Readonly<Record<Summed, Float64Array>>
}

/** The number of questions with a right option; averages over all, and over those. */
const summed = ['n', 'confidence', 'asked', 'brier', 'brierTop', 'negativeLogLikelihood'] as const
type Summed = (typeof summed)[number]

function prepare(
  forecasts: readonly ImageForecast[],
  answers: readonly TopAnswer[],
  bins: Readonly<Record<Binning, readonly ReliabilityBin[]>>,
): Prepared {
  const sorted = Array.from(fromSurest(answers), i => {
    const forecast = forecasts[i] as ImageForecast
    return { forecast, answer: answers[i] ?? topAnswer(forecast) }
  })
  const known = new Map<string, number>()
  let images = 0
  const image = Uint32Array.from(sorted, ({ forecast }) => {
    if (forecast.image === null) return images++
    const number = known.get(forecast.image) ?? images++
    known.set(forecast.image, number)
    return number
  })
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
    sums: sumsOf(sorted, image, images),
  }
}

function sumsOf(
  sorted: readonly { readonly forecast: ImageForecast; readonly answer: TopAnswer }[],
  image: Uint32Array,
  images: number,
): Prepared['sums'] {
  const sums = Object.fromEntries(summed.map(name => [name, new Float64Array(images)])) as Prepared['sums']
  for (const [i, { forecast, answer }] of sorted.entries()) {
    const scores = properScore(forecast, answer)
    const values = { n: 1, confidence: answer.confidence, asked: scores ? 1 : 0, ...(scores ?? noScores) }
    for (const name of summed) {
      const of = image[i] as number
      sums[name][of] = (sums[name][of] as number) + values[name]
    }
  }
  return sums
}

const noScores = { brier: 0, brierTop: 0, negativeLogLikelihood: 0 }

type Draws = Readonly<Record<Measure, Float64Array>>

/** Every score of every draw; NaN if a draw has nothing to score. */
function* drawn(prepared: Prepared, options: BootstrapOptions): Steps<Draws> {
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
    yield
  }
  return draws
}

const maxBins = 16
const offBy = { 'equal-width': new Float64Array(maxBins), 'equal-mass': new Float64Array(maxBins) }

/** The scores with each image counted this many times. */
function scoresOf(prepared: Prepared, times: Uint32Array): Readonly<Record<Measure, number>> {
  const { sums } = prepared
  const n = weighted(sums.n, times)
  const asked = weighted(sums.asked, times)
  const area = binned(prepared, times)
  return {
    confidence: weighted(sums.confidence, times) / n,
    'equal-width': total(offBy['equal-width']) / n,
    'equal-mass': total(offBy['equal-mass']) / n,
    brier: weighted(sums.brier, times) / asked,
    brierTop: weighted(sums.brierTop, times) / asked,
    negativeLogLikelihood: weighted(sums.negativeLogLikelihood, times) / asked,
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
function binned({ image, confidence, correct, isLastOfEqual, bin }: Prepared, times: Uint32Array): number {
  const { 'equal-width': widths, 'equal-mass': masses } = bin
  const { 'equal-width': offWidth, 'equal-mass': offMass } = offBy
  offWidth.fill(0)
  offMass.fill(0)
  let [n, area, wrong, equal, equalWrong] = [0, 0, 0, 0, 0]
  for (let i = 0; i < image.length; i++) {
    const often = times[image[i] as number] as number
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

/** None where all draws give the same: one image, or all alike, leaves the doubt unknown. */
function percentiles(draws: Float64Array): Interval | null {
  const sorted = draws.filter(value => !Number.isNaN(value)).sort()
  const [low, high] = [quantile(sorted, 0.025), quantile(sorted, 0.975)]
  return low < high ? { low, high } : null
}
