import { expect, test } from 'vitest'
import { processorTimes } from '../../../../src/cli/bench/main-thread.ts'

const page = { pid: 7, tid: 1 }
const event = (name: string, ts: number, dur: number, tdur: number, of = page) => ({
  name,
  ts,
  dur,
  tdur,
  ...of,
})

test('of a task counts what its thread did on the processor, nothing twice and nothing of other threads', () => {
  // The page's clock began at 1,000,000 of the trace's.
  const events = [
    { name: 'voxelwise-now', ts: 1_900_000, ...page },
    event('FunctionCall', 1_100_000, 60_000, 4000),
    event('MinorGC', 1_120_000, 20_000, 1500),
    event('Paint', 1_165_000, 5000, 2000),
    event('FunctionCall', 1_110_000, 50_000, 50_000, { pid: 7, tid: 2 }),
    event('FunctionCall', 1_500_000, 90_000, 80_000),
  ]
  const tasks = [
    { start: 100, ms: 72 },
    { start: 500, ms: 90 },
    { start: 700, ms: 55 },
  ]
  expect(processorTimes(events, 900, tasks)).toEqual([6, 80, 0])
})

test('of a trace that the page is not in nothing is known', () => {
  expect(processorTimes([], 0, [{ start: 1, ms: 60 }])).toEqual([])
})
