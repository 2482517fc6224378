import { expect, test } from 'vitest'
import { measureSpread } from '../../../bench/command/spread.ts'

test('the median of an odd and of an even number of values, and the extremes', () => {
  expect(measureSpread([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 })
  expect(measureSpread([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4 })
})
