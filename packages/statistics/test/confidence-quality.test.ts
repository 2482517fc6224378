/** Slope, intercept, AUROC and the error of a calibrated model: goldens of tools/golden/confidence.py, and what has no value. */
import { expect, test } from 'vitest'
import { meanAndMedian } from '../src/bootstrap-median.ts'
import { calibratedError } from '../src/calibrated-error.ts'
import { clusteredAuroc } from '../src/clustered-auroc.ts'
import { recalibration } from '../src/recalibration.ts'
import type { ScoredAnswers, ScoreEstimate } from '../src/scored-answers.ts'
import { golden } from './golden.ts'
import { expectRelative } from './lab-golden.ts'

type Estimated = [value: number, low: number, high: number]

const { answers, errors } = golden<{
  readonly answers: {
    readonly rows: [hundredths: number, correct: number, cluster: number][]
    readonly clusters: number
    readonly auroc: Estimated
    readonly slope: Estimated
    readonly intercept: Estimated
    readonly calibratedError: number
  }[]
  readonly errors: {
    readonly rows: [cluster: number, value: number][]
    readonly resamples: number
    readonly mean: Estimated
    readonly median: Estimated
  }[]
}>('confidence.json')

const columns = (rows: readonly (readonly number[])[], clusters: number): ScoredAnswers => ({
  confidence: rows.map(([hundredths]) => (hundredths ?? 0) / 100),
  correct: rows.map(([, correct]) => correct ?? 0),
  cluster: rows.map(([, , cluster]) => cluster ?? 0),
  clusters,
})

function expectEstimate(found: ScoreEstimate | null | undefined, expected: Estimated) {
  const { value = Number.NaN, interval } = found ?? {}
  for (const [i, one] of [value, interval?.low, interval?.high].entries())
    expectRelative(one ?? Number.NaN, expected[i] as number, 1e-9)
}

test('slope and intercept are those of statsmodels with clustered covariance', () => {
  for (const { rows, clusters, slope, intercept } of answers) {
    const found = recalibration(columns(rows, clusters))
    expectEstimate(found?.slope, slope)
    expectEstimate(found?.intercept, intercept)
  }
})

test('the AUROC is that of scikit-learn, with the interval of Obuchowski', () => {
  for (const { rows, clusters, auroc } of answers)
    expectEstimate(clusteredAuroc(columns(rows, clusters)), auroc)
})

test('the error of a calibrated model is its exact expectation', () => {
  for (const { rows, calibratedError: expected } of answers) {
    const confidence = rows.map(([hundredths]) => hundredths / 100)
    const bins = rows.map(([hundredths]) => Math.ceil(hundredths / 10) - 1)
    expectRelative(calibratedError(confidence, bins), expected, 1e-9)
  }
  // One answer is off by c with chance 1 - c and by 1 - c with chance c.
  expect(calibratedError([0.8], [0])).toBeCloseTo(2 * 0.8 * 0.2, 14)
  expect(calibratedError([1, 1], [0, 0])).toBe(0)
  expect(calibratedError([], [])).toBe(0)
})

test('the error of a calibrated model falls with the number of answers', () => {
  const of = (n: number) => calibratedError(new Float64Array(n).fill(0.7), new Uint8Array(n))
  // With many answers the error is that of a normal distribution: √(2 · 0.7 · 0.3 / (π n)).
  expect(of(20_000)).toBeCloseTo(Math.sqrt((2 * 0.21) / (Math.PI * 20_000)), 6)
  expect(of(100)).toBeGreaterThan(of(400))
})

test('median and mean of errors with the intervals of drawn clusters, whatever the order of rows', () => {
  for (const { rows, resamples, mean, median } of errors) {
    const values = rows.map(([cluster, value]) => ({ cluster, value }))
    const found = meanAndMedian(values, { resamples })
    expectEstimate(found?.mean, mean)
    expectEstimate(found?.median, median)
    expect(meanAndMedian(values.toReversed(), { resamples })?.median).toEqual(found?.median)
  }
})

test('where right and wrong answers are apart there is no slope, and without both no AUROC', () => {
  const apart = columns([[90, 1, 0], [80, 1, 1], [60, 0, 2], [40, 0, 3]], 4) // biome-ignore format: one line a table
  expect(recalibration(apart)).toBeNull()
  expect(clusteredAuroc(apart)).toEqual({ value: 1, interval: null })
  const right = columns([[90, 1, 0], [80, 1, 1]], 2) // biome-ignore format: one line a table
  expect(recalibration(right)).toBeNull()
  expect(clusteredAuroc(right)).toBeNull()
  const equal = columns([[70, 1, 0], [70, 0, 1]], 2) // biome-ignore format: one line a table
  expect(recalibration(equal)).toBeNull()
  expect(clusteredAuroc(equal)?.value).toBe(0.5)
})

test('a confidence of 1 that is wrong leaves a finite slope', () => {
  const rows = Array.from({ length: 40 }, (_, i) => [i < 20 ? 100 : 60, Number(i % 3 > 0), i])
  const found = recalibration(columns(rows, 40))
  expect(Number.isFinite(found?.slope.value)).toBe(true)
  expect(Number.isFinite(found?.intercept.interval?.low)).toBe(true)
})

test('below 20 clusters there are values without intervals', () => {
  const [first] = answers
  const rows = (first?.rows ?? []).map(([hundredths, correct, cluster]) => [
    hundredths,
    correct,
    cluster % 19,
  ])
  expect(clusteredAuroc(columns(rows, 19))?.interval).toBeNull()
  expect(recalibration(columns(rows, 19))?.slope.interval).toBeNull()
  const few = meanAndMedian(rows.map(([value = 0, , cluster = 0]) => ({ cluster, value })))
  expect([few?.clusters, few?.median.interval, few?.mean.interval]).toEqual([19, null, null])
  expect(meanAndMedian([])).toBeNull()
})
