import { expect, test } from 'vitest'
import { holm } from '../../../../src/engine/statistics/holm.ts'
import { mcnemar, pairedDifference } from '../../../../src/engine/statistics/mcnemar.ts'
import { expectRelative, labGolden } from '../../support/lab-golden.ts'

test('the p-value is that of statsmodels, the interval that of the paper', () => {
  for (const [bothRight, onlySecond, onlyFirst, bothWrong, p, difference, low, high] of labGolden.paired) {
    const table = { bothRight, onlySecond, onlyFirst, bothWrong }
    expectRelative(mcnemar(table), p, 1e-10)
    const found = pairedDifference(table)
    expect(found.difference).toBeCloseTo(difference, 14)
    expect(found.low).toBeCloseTo(low, 12)
    expect(found.high).toBeCloseTo(high, 12)
  }
})

test('the example of the paper', () => {
  const { low, high } = pairedDifference({ bothRight: 20, onlySecond: 12, onlyFirst: 2, bothWrong: 16 })
  expect([low, high]).toEqual([expect.closeTo(0.0562, 4), expect.closeTo(0.3292, 4)])
})

test('nothing is known of no samples', () => {
  const none = { bothRight: 0, onlySecond: 0, onlyFirst: 0, bothWrong: 0 }
  expect(mcnemar(none)).toBe(1)
  expect(pairedDifference(none)).toEqual({ difference: 0, low: -1, high: 1 })
})

test('Holm-adjusted p-values are those of statsmodels', () => {
  for (const [pValues, adjusted] of labGolden.holm) {
    expect(holm(pValues)).toEqual(adjusted.map(p => expect.closeTo(p, 14)))
  }
  expect(holm([])).toEqual([])
})
