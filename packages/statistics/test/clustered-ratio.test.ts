import { expect, test } from 'vitest'
import { clusteredRatio } from '../src/clustered-ratio.ts'

test('a ratio of clustered sums has the interval of its linearised residuals', () => {
  // R = 8/10; u = (y − R x)/10 = 0.04, −0.06, 0.02, 0; variance 4/3 · 0.0056; df = 0.0056²/0.00001568 = 2
  const found = clusteredRatio({ numerator: [2, 1, 1, 4], denominator: [2, 2, 1, 5] })
  expect(found?.ratio).toBeCloseTo(0.8, 12)
  expect((found?.high ?? 0) - (found?.low ?? 0)).toBeGreaterThan(0.5)
  expect((found?.high ?? 0) + (found?.low ?? 0)).toBeCloseTo(1.6, 12)
})

test('nothing is known of a ratio without spread, without a second cluster, or over nothing', () => {
  expect(clusteredRatio({ numerator: [1, 2], denominator: [1, 2] })).toBeNull()
  expect(clusteredRatio({ numerator: [1], denominator: [2] })).toBeNull()
  expect(clusteredRatio({ numerator: [0, 0], denominator: [0, 0] })).toBeNull()
})
