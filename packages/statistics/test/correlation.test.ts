import { expect, test } from 'vitest'
import { correlationPValue, pearson } from '../src/correlation.ts'
import { expectRelative, labGolden } from './lab-golden.ts'

test('r, p and the interval are those of SciPy, however small p is', () => {
  for (const { x, y, r, p, low, high } of labGolden.pearson) {
    const found = pearson(x, y)
    expect(found?.n).toBe(x.length)
    expect(found?.r).toBeCloseTo(r, 14)
    expectRelative(found?.p ?? Number.NaN, p, 1e-10)
    expect(found?.low).toBeCloseTo(low, 12)
    expect(found?.high).toBeCloseTo(high, 12)
  }
})

test('the published finding has the published p-value', () => {
  const p = correlationPValue(693 / 1000, 33)
  expect(p).toBeLessThan(1e-5)
  expectRelative(p, 7.82647710098167e-6, 1e-10)
})

test('constant values have no correlation', () => {
  expect(pearson([1], [2])).toBeNull()
  expect(pearson([1, 2, 3], [5, 5, 5])).toBeNull()
  expect(pearson([0.1, 0.1, 0.1], [1, 2, 3])).toBeNull()
  expect(() => pearson([1, 2], [1])).toThrow(RangeError)
})

test('a perfect line and two points', () => {
  expect(pearson([1, 2, 3, 4], [2, 4, 6, 8])).toEqual({ n: 4, r: 1, p: 0, low: 1, high: 1 })
  expect(pearson([1, 2], [5, 4])).toEqual({ n: 2, r: -1, p: 1, low: -1, high: 1 })
})
