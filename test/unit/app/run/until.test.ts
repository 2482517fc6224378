import { expect, test } from 'vitest'
import { expectedFor, reached, reachedWords } from '../../../../src/app/run/until.ts'
import { untilTheEnd } from '../../../../src/engine/protocol/run.ts'

const known = {
  overall: { low: 0.7, high: 0.76 },
  slices: { low: 0.2, high: 0.9 },
  against: null,
  asking: 90_000,
}

test('nothing ends a run that is to go to its end', () => {
  expect(reached(untilTheEnd, { ...known, overall: { low: 0.7, high: 0.7 } })).toEqual(new Set())
})

test('a width ends it when the half of the interval is as small, of every slice where that is wished', () => {
  expect(reached({ ...untilTheEnd, width: 0.029 }, known)).toEqual(new Set())
  expect(reached({ ...untilTheEnd, width: 0.031 }, known)).toEqual(new Set(['width']))
  expect(reached({ ...untilTheEnd, width: 0.031, everySlice: true }, known)).toEqual(new Set())
  expect(reached({ ...untilTheEnd, width: 0.36, everySlice: true }, known)).toEqual(new Set(['width']))
})

test('time ends it, of all sittings', () => {
  expect(reached({ ...untilTheEnd, minutes: 2 }, known)).toEqual(new Set())
  expect(reached({ ...untilTheEnd, minutes: 1, width: 0.5 }, known)).toEqual(new Set(['width', 'minutes']))
})

test('a comparison is decided where the other run’s accuracy is out of the interval', () => {
  const until = { ...untilTheEnd, against: 'r' }
  for (const [accuracy, isDecided] of [
    [0.69, true],
    [0.72, false],
    [0.77, true],
  ] as const) {
    const found = reached(until, { ...known, against: { name: 'r', accuracy } })
    expect(found.has('decided')).toBe(isDecided)
  }
  expect(reached(until, known)).toEqual(new Set())
})

test('why it ended is said in words', () => {
  expect(reachedWords('width', { ...untilTheEnd, width: 0.03 })).toBe(
    'Ended by itself: the accuracy is known to ±3 points.',
  )
  expect(reachedWords('minutes', { ...untilTheEnd, minutes: 1 })).toBe(
    'Ended by itself after 1 minute of asking.',
  )
})

test('half as wide takes about four times as many, and less near the end', () => {
  const now = { overall: { low: 0.6, high: 0.8 }, done: 100, total: 1_000_000, of: 1_000_000, rate: 2 }
  expect(expectedFor(0.05, now)).toEqual({ questions: 400, seconds: 150 })
  expect(expectedFor(0.05, { ...now, total: 500, of: 500 })?.questions).toBeCloseTo(250, -1)
  expect(expectedFor(0.2, now)).toEqual({ questions: 100, seconds: 0 })
  expect(expectedFor(0.05, { ...now, rate: null })?.seconds).toBeNull()
})

test('nothing is told while nothing is known but what is open', () => {
  expect(
    expectedFor(0.05, { overall: { low: 0.08, high: 0.98 }, done: 10, total: 100, of: 100, rate: 1 }),
  ).toBeNull()
})
