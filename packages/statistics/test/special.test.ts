import { expect, test } from 'vitest'
import { binomialCdf, incompleteBeta, logBeta, logGamma, normalQuantile } from '../src/special.ts'
import { expectRelative, labGolden } from './lab-golden.ts'

const { special } = labGolden

test('the incomplete beta function is that of SciPy', () => {
  for (const [x, a, b, value] of special.beta) expectRelative(incompleteBeta(x, a, b), value, 1e-10)
  expect(incompleteBeta(0, 2, 3)).toBe(0)
  expect(incompleteBeta(1, 2, 3)).toBe(1)
})

test('logarithms of beta and gamma are those of SciPy', () => {
  for (const [a, b, value] of special.logBeta) expectLog(logBeta(a, b), value)
  for (const [x, value] of special.logGamma) expectLog(logGamma(x), value)
})

function expectLog(found: number, expected: number) {
  expect(Math.abs(found - expected)).toBeLessThan(1e-14 * Math.max(1, Math.abs(expected)))
}

test('binomial tails are those of SciPy', () => {
  for (const [k, n, chance, value] of special.binomial) {
    expectRelative(binomialCdf(k, n, chance), value, 1e-10)
  }
  expect(binomialCdf(-1, 3, 0.5)).toBe(0)
})

test('normal quantiles are those of SciPy', () => {
  for (const [p, value] of special.normalQuantile) expectRelative(normalQuantile(p), value, 1e-13)
  expect(normalQuantile(0)).toBe(-Infinity)
  expect(normalQuantile(1)).toBe(Infinity)
})
