import { expect, test } from 'vitest'
import { expectations, reached, reachedWords } from '../../../../src/app/run/until.ts'
import { untilTheEnd } from '../../../../src/engine/protocol/settings.ts'

const known = {
  overall: { low: 0.7, high: 0.76 },
  slices: { low: 0.2, high: 0.9 },
  against: null,
  asking: 90_000,
}

test('nothing ends a run that is to go to its end', () => {
  expect(reached(untilTheEnd, { ...known, overall: { low: 0.7, high: 0.7 } })).toEqual(new Set())
})

test('a run ends at the wanted half width, of every slice if requested', () => {
  expect(reached({ ...untilTheEnd, width: 0.029 }, known)).toEqual(new Set())
  expect(reached({ ...untilTheEnd, width: 0.031 }, known)).toEqual(new Set(['width']))
  expect(reached({ ...untilTheEnd, width: 0.031, everySlice: true }, known)).toEqual(new Set())
  expect(reached({ ...untilTheEnd, width: 0.36, everySlice: true }, known)).toEqual(new Set(['width']))
})

test('a limit of minutes counts all sessions', () => {
  expect(reached({ ...untilTheEnd, minutes: 2 }, known)).toEqual(new Set())
  expect(reached({ ...untilTheEnd, minutes: 1, width: 0.5 }, known)).toEqual(new Set(['width', 'minutes']))
})

test('a comparison is decided once the other run’s accuracy is outside the interval', () => {
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

test('the reason for an early end is given in words', () => {
  expect(reachedWords('width', { ...untilTheEnd, width: 0.03 }, null)).toBe(
    'Stopped automatically: the accuracy is known to ±3 points.',
  )
  expect(reachedWords('minutes', { ...untilTheEnd, minutes: 1 }, null)).toBe(
    'Stopped automatically after 1 minute.',
  )
})

const now = {
  ...{ overall: { low: 0.6, high: 0.8 }, done: 100 },
  ...{ total: 1_000_000, of: 1_000_000, rate: 2 },
}

const expectedFor = (width: number, pace: Parameters<typeof expectations>[1]) => expectations(width, pace)[0]

test('half as wide takes about four times as many, and less near the end', () => {
  expect(expectedFor(0.05, now)).toEqual({ width: 0.05, questions: 400, seconds: 150 })
  expect(expectedFor(0.05, { ...now, total: 500, of: 500 })?.questions).toBeCloseTo(250, -1)
  expect(expectedFor(0.05, { ...now, rate: null })?.seconds).toBeNull()
})

test('there is no forecast from too few answers', () => {
  const open = { overall: { low: 0.4, high: 0.81 }, done: 150, total: 1000, of: 1000, rate: 2 }
  expect(expectedFor(0.05, open)).toBeUndefined()
  expect(expectedFor(0.05, { ...open, overall: { low: 0.41, high: 0.8 } })).toBeDefined()
  expect(expectedFor(0.05, { ...open, overall: { low: 0.5, high: 0.8 }, done: 0 })).toBeUndefined()
})

test('the forecast covers the wanted width, or the next one, and one more', () => {
  const widths = (wished: number | null, pace: Parameters<typeof expectations>[1]) =>
    expectations(wished, pace).map(({ width }) => width)
  const pace = { ...now, overall: { low: 0.61, high: 0.79 }, total: 100_000, of: 100_000 }
  expect(widths(0.04, pace)).toEqual([0.04, 0.03])
  expect(widths(null, pace)).toEqual([0.05, 0.03])
  expect(widths(0.2, pace)).toEqual([])
  // All that is asked is asked before anything is known so well.
  expect(widths(null, { ...pace, total: 102, of: 110 })).toEqual([])
})
