import { expect, test } from 'vitest'
import { wilson } from '../src/wilson.ts'
import { golden } from './golden.ts'

test('the interval is that of SciPy', () => {
  for (const [correct, n, low, high] of golden<[number, number, number, number][]>('wilson.json')) {
    const interval = wilson(correct / n, n)
    expect(interval.low).toBeCloseTo(low, 12)
    expect(interval.high).toBeCloseTo(high, 12)
  }
})

test('it is exact at the ends, and undefined without answers', () => {
  expect(wilson(0, 5).low).toBe(0)
  expect(wilson(1, 5).high).toBe(1)
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 })
})
