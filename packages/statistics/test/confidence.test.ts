import { expect, test } from 'vitest'
import { Random } from '../../../test/unit/support/random.ts'
import { expectedCalibrationError, properScores, reliability, topAnswer } from '../src/calibration.ts'
import { type ClusteredForecast, confidenceFigures } from '../src/confidence.ts'
import { areaUnderRiskCoverage, coverageCurve, thinned } from '../src/selective.ts'

/** Probabilities in steps that repeat, so that some are equal; now and then without a right option. */
function forecasts(n: number, seed: number): ClusteredForecast[] {
  const random = new Random(seed)
  return Array.from({ length: n }, (_, i) => {
    const weights = Array.from({ length: 2 + random.below(3) }, () => 1 + random.below(9))
    const sum = weights.reduce((a, b) => a + b)
    return {
      probabilities: weights.map(weight => weight / sum),
      right: random.below(weights.length + 1) - 1,
      cluster: i % 10 === 0 ? n + i : random.below(Math.ceil(n / 4)),
    }
  })
}

/** The scores as the functions that the goldens check have them. */
function scored(items: readonly ClusteredForecast[]) {
  const answers = items.map(topAnswer)
  const scores = properScores(items)
  return {
    width: expectedCalibrationError(
      reliability(answers, { of: answers.map((_, i) => i), icc: 0 }, 'equal-width'),
    ),
    mean: answers.reduce((sum, { confidence }) => sum + confidence, 0) / answers.length,
    brier: scores?.brier,
    top: scores?.brierTop,
    nll: scores?.negativeLogLikelihood,
    aurc: areaUnderRiskCoverage(coverageCurve(answers)),
  }
}

test('values are those of the single functions', () => {
  const items = forecasts(120, 3)
  const figures = confidenceFigures(items, 0.5, { resamples: 10 })
  expect({
    width: figures?.calibrationError['equal-width'].value,
    mean: figures?.confidence.value,
    brier: figures?.brier?.value,
    top: figures?.brierTop?.value,
    nll: figures?.negativeLogLikelihood?.value,
    aurc: figures?.riskCoverage.value,
  }).toEqual(scored(items))
  expect(figures?.gap.value).toBeCloseTo((figures?.confidence.value ?? 0) - (figures?.correct ?? 0) / 120, 12)
  expect(figures?.gap.interval?.low).toBeLessThan(figures?.gap.value ?? 0)
  expect(figures?.gap.interval?.high).toBeGreaterThan(figures?.gap.value ?? 0)
  expect(figures?.n).toBe(120)
  expect(figures?.unanswerable).toBe(items.filter(({ right }) => right === -1).length)
  expect(figures?.clusters).toBe(new Set(items.map(({ cluster }) => cluster)).size)
})

test('an interval is that of the scores of clusters drawn again', () => {
  const items = forecasts(60, 5)
  const figures = confidenceFigures(items, 0.5, { resamples: 600, seed: 7 })
  const clusters = [...new Set(items.map(({ cluster }) => cluster))]
  const of = new Map(clusters.map(cluster => [cluster, items.filter(one => one.cluster === cluster)]))
  const random = new Random(11)
  const draws = Array.from({ length: 600 }, () =>
    scored(clusters.flatMap(() => of.get(random.pick(clusters)) ?? [])),
  )
  const share = (values: readonly (number | null | undefined)[], at: number) =>
    values.map(Number).sort((a, b) => a - b)[Math.round(at * (values.length - 1))]
  for (const [name, estimate] of [
    ['mean', figures?.confidence],
    ['brier', figures?.brier],
    ['top', figures?.brierTop],
    ['nll', figures?.negativeLogLikelihood],
    ['aurc', figures?.riskCoverage],
    ['width', figures?.calibrationError['equal-width']],
  ] as const) {
    const values = draws.map(draw => draw[name])
    const width = (estimate?.interval?.high ?? 0) - (estimate?.interval?.low ?? 0)
    expect(width, name).toBeGreaterThan(0)
    expect(Math.abs((estimate?.interval?.low ?? 0) - (share(values, 0.025) ?? 9)), name).toBeLessThan(
      width / 5,
    )
    expect(Math.abs((estimate?.interval?.high ?? 0) - (share(values, 0.975) ?? 9)), name).toBeLessThan(
      width / 5,
    )
  }
})

test('equal seeds give equal intervals, and one cluster gives none', () => {
  const items = forecasts(40, 9)
  expect(confidenceFigures(items, 0.5)).toEqual(confidenceFigures(items, 0.5))
  const alone = confidenceFigures(
    items.map(item => ({ ...item, cluster: 1 })),
    0.5,
  )
  expect(alone?.brier?.interval).toBeNull()
  expect(alone?.riskCoverage.interval).toBeNull()
  expect(confidenceFigures([], 0.5)).toBeNull()
})

test('a thinned curve keeps its ends, its order and its spread', () => {
  const curve = coverageCurve(
    Array.from({ length: 5000 }, (_, i) => ({ confidence: i / 5000, correct: i % 3 > 0 })),
  )
  const thin = thinned(curve, 100)
  expect(thin.length).toBeLessThanOrEqual(100)
  expect(thin.length).toBeGreaterThan(90)
  expect([thin[0], thin.at(-1)]).toEqual([curve[0], curve.at(-1)])
  const steps = thin.slice(1).map(({ coverage }, i) => coverage - (thin[i]?.coverage ?? 0))
  expect(Math.min(...steps)).toBeGreaterThan(0)
  expect(Math.max(...steps)).toBeLessThan(0.025)
  expect(thinned(thin, 100)).toBe(thin)
})
