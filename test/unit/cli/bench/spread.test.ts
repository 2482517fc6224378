import { expect, test } from 'vitest'
import { medianInterval } from '../../../../src/cli/bench/spread.ts'

test('the interval of a median is that of its order statistics', () => {
  // Of 100 values the 40th and the 60th, within one.
  const values = Array.from({ length: 100 }, (_, i) => (i * 37) % 100)
  expect(medianInterval(values)).toEqual({ median: 49.5, low: 40, high: 59 })
  expect(medianInterval([3])).toEqual({ median: 3, low: 3, high: 3 })
})
