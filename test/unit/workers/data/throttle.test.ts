import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from '../../../../src/workers/data/throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first call is made at once, and of many in between the last, four times a second', () => {
  const calls: number[] = []
  const report = throttle((done: number) => calls.push(done))
  for (let done = 1; done <= 90; done++) {
    report(done)
    vi.advanceTimersByTime(10)
  }
  expect(calls).toEqual([1, 25, 50, 75])
  vi.advanceTimersByTime(1000)
  expect(calls).toEqual([1, 25, 50, 75, 90])
})

test('what waits is called at the end, and nothing afterwards', () => {
  const calls: number[] = []
  const report = throttle((done: number) => calls.push(done))
  report.end()
  report(1)
  report(2)
  report(3)
  report.end()
  expect(calls).toEqual([1, 3])
  report.end()
  vi.advanceTimersByTime(1000)
  expect(calls).toEqual([1, 3])
})
