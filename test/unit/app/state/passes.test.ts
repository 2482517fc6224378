import { expect, test } from 'vitest'
import {
  findPrevious,
  listPasses,
  ownRuns,
  secondsAfter,
  unfinishedRun,
} from '../../../../src/app/state/passes.ts'
import { optionOrders } from '../../../../src/engine/probes/passes.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { someRun } from '../../support/records.ts'
import { blankImage } from '../../support/some-probes.ts'

const summary = (part: Partial<Run>) => ({ run: { ...someRun, ...part }, answered: 0, failed: 0, correct: 0 })
const [first, second] = optionOrders
const runs = [
  summary({ id: 'blank', parent: 'a', probe: blankImage }),
  summary({ id: 'second', parent: 'a', ...(second && { probe: second }) }),
  summary({ id: 'a' }),
  summary({ id: 'first', parent: 'a', ...(first && { probe: first }) }),
  summary({ id: 'lost', parent: 'gone', probe: blankImage }),
]

test('passes are listed under their run, unless it is missing', () => {
  expect(ownRuns(runs).map(({ run }) => run.id)).toEqual(['a', 'lost'])
  expect(listPasses(runs, 'a').map(({ run }) => run.id)).toEqual(['first', 'second', 'blank'])
})

test('the time of waiting passes follows from the rate of the live run', () => {
  const live = { rate: 2, secondsLeft: 5, answered: 20, failed: 0 }
  const each = someRun.total / live.rate
  expect(secondsAfter(live, ['first', 'second'], runs)).toBe(5 + 2 * each)
  expect(secondsAfter(live, [], runs)).toBeNull()
  expect(secondsAfter({ ...live, rate: null, secondsLeft: null }, ['first'], runs)).toBeNull()
  expect(secondsAfter({ ...live, answered: 3 }, ['first'], runs)).toBeNull()
})

test('the latest run is offered to be continued, by its own name also where only probes are left', () => {
  const begun = summary({ id: 'a', state: 'paused' })
  const pass = summary({ id: 'b', parent: 'a', state: 'paused', probe: blankImage })
  expect(unfinishedRun([pass, begun])).toMatchObject({ summary: begun, passes: 1, next: { id: 'a' } })
  const whole = { ...summary({ id: 'a', state: 'done' }), answered: someRun.total }
  expect(unfinishedRun([pass, whole])).toMatchObject({ summary: whole, passes: 1, next: { id: 'b' } })
  expect(unfinishedRun([whole])).toBeNull()
})

test('a run that another tab works on, or a probe of it, cannot be continued here', () => {
  const begun = summary({ id: 'a', state: 'paused' })
  const pass = {
    ...summary({ id: 'b', parent: 'a', state: 'paused', probe: blankImage }),
    isHeld: true as const,
  }
  expect(unfinishedRun([{ ...begun, isHeld: true }])).toMatchObject({
    summary: { run: begun.run },
    next: null,
  })
  expect(unfinishedRun([pass, begun])).toMatchObject({ summary: begun, next: null })
})

test('the previous run is the last one on the same data that ended before; passes have none', () => {
  const day = (n: number) => `2026-01-0${n}T00:00:00.000Z`
  const other = { ...someRun.dataset, fingerprint: 'another data set' }
  const done = { state: 'done', created: day(1) } as const
  const all = [
    summary({ ...done, id: 'early' }),
    summary({ ...done, id: 'late', created: day(3) }),
    summary({ ...done, id: 'after', created: day(5) }),
    summary({ ...done, id: 'stopped', created: day(3), state: 'paused' }),
    summary({ ...done, id: 'elsewhere', created: day(3), dataset: other }),
    summary({ ...done, id: 'pass', created: day(3), parent: 'early', probe: blankImage }),
  ]
  const run = { ...someRun, id: 'run', created: day(4) }
  expect(findPrevious(all, run)?.id).toBe('late')
  expect(findPrevious(all, { ...run, probe: blankImage })).toBeNull()
  expect(findPrevious(all, { ...run, created: day(1) })).toBeNull()
})
