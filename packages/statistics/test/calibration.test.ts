import { expect, test } from 'vitest'
import { expectedCalibrationError, properScores, reliability, topAnswer } from '../src/calibration.ts'
import { clusteredShare } from '../src/clustered-share.ts'
import { areaUnderRiskCoverage, coverageCurve, withIntervals } from '../src/selective.ts'
import { labGolden } from './lab-golden.ts'

const cases = labGolden.calibration.map(({ forecasts, ...expected }) => {
  const read = forecasts.map(([hundredths, right]) => ({
    probabilities: hundredths.map(h => h / 100),
    right,
  }))
  return { forecasts: read, answers: read.map(topAnswer), expected }
})

/** Each answer in a cluster of its own. */
const single = (answers: readonly unknown[]) => ({ of: answers.map((_, i) => i), icc: 0 })

test('bins and calibration error are those of scikit-learn', () => {
  for (const { answers, expected } of cases) {
    for (const binning of ['equal-width', 'equal-mass'] as const) {
      const bins = reliability(answers, single(answers), binning)
      const { accuracy, confidence, ece } = expected[binning]
      expect(bins.map(bin => bin.accuracy)).toEqual(accuracy.map(value => expect.closeTo(value, 12)))
      expect(bins.map(bin => bin.confidence)).toEqual(confidence.map(value => expect.closeTo(value, 12)))
      expect(expectedCalibrationError(bins)).toBeCloseTo(ece, 12)
      expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(answers.length)
    }
  }
})

test('proper scores are those of scikit-learn', () => {
  for (const { forecasts, expected } of cases) {
    const scores = properScores(forecasts)
    expect(scores?.n).toBe(forecasts.length)
    expect(scores?.brier).toBeCloseTo(expected.brier, 12)
    expect(scores?.brierTop).toBeCloseTo(expected.brierTop, 12)
    expect(scores?.negativeLogLikelihood).toBeCloseTo(expected.negativeLogLikelihood, 12)
  }
})

test('the coverage curve and its area', () => {
  for (const { answers, expected } of cases) {
    const curve = coverageCurve(answers)
    expect(curve.map(({ coverage, accuracy }) => [coverage, accuracy])).toEqual(
      expected.coverage.map(point => point.map(value => expect.closeTo(value, 12))),
    )
    expect(curve.at(-1)?.coverage).toBe(1)
    expect(areaUnderRiskCoverage(curve)).toBeCloseTo(expected.aurc, 12)
  }
})

test('equal confidences count as their mean over every order', () => {
  const same = [true, false].map(correct => ({ confidence: 0.5, correct }))
  expect(coverageCurve(same)).toEqual([{ confidence: 0.5, n: 2, correct: 1, coverage: 1, accuracy: 0.5 }])
  // right first: (0 + 1/2) / 2; wrong first: (1 + 1/2) / 2
  expect(areaUnderRiskCoverage(coverageCurve(same))).toBe(0.5)
})

test('points and bins count clusters', () => {
  const answers = [0.9, 0.8, 0.7, 0.6].map((confidence, i) => ({ confidence, correct: i !== 2 }))
  const clusters = { of: [0, 0, 1, 1], icc: 0.5 }
  const points = withIntervals(coverageCurve(answers), answers, clusters)
  expect(points.map(({ n, clusters }) => [n, clusters])).toEqual([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
  ])
  const whole = clusteredShare({ right: [2, 1], total: [2, 2] }, 0.5)
  expect(points.at(-1)).toMatchObject({ low: whole.low, high: whole.high })
  const bins = reliability(answers, clusters, 'equal-width', 2)
  expect(bins).toMatchObject([{ n: 4, clusters: 2, interval: { low: whole.low, high: whole.high } }])
})

test('a question without a right option is never answered right and scores nothing', () => {
  const forecast = { probabilities: [0.9, 0.1], right: -1 }
  expect(topAnswer(forecast)).toEqual({ confidence: 0.9, correct: false })
  expect(properScores([forecast])).toBeNull()
})

test('a right option with zero probability costs much, not infinitely much', () => {
  expect(properScores([{ probabilities: [1, 0], right: 1 }])).toEqual({
    n: 1,
    brier: 2,
    brierTop: 1,
    negativeLogLikelihood: -Math.log(2 ** -52),
  })
})

test('no answers, no figures', () => {
  expect(reliability([], single([]), 'equal-mass')).toEqual([])
  expect(expectedCalibrationError([])).toBeNull()
  expect(areaUnderRiskCoverage(coverageCurve([]))).toBeNull()
})
