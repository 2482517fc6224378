import { expect, test, vi } from 'vitest'
import { LostAnswers, listedAnswers } from '../../../../src/app/run/lost-answers.ts'
import type { LiveRun } from '../../../../src/app/state/state.ts'
import {
  deletedRuns,
  forgetNotedRuns,
  noteRuns,
  takeNotedRuns,
} from '../../../../src/app/storage/deleted-runs.ts'
import { Random } from '../../support/random.ts'
import { someRun } from '../../support/records.ts'
import { rounds } from '../../support/rounds.ts'

test('exactly those answers are lost that were stored and are not there', async () => {
  const random = new Random(5)
  for (let round = 0; round < rounds(1000); round++) {
    const run = { ...someRun, id: `lost ${round}` }
    const live = { run, answered: random.below(50), failed: 0, events: [] } as unknown as LiveRun
    const show = { live, log: () => {}, change: () => {}, recount: async () => {} }
    const store = (answered: number) => Object.assign(live, { answered })
    const answers = new LostAnswers(show, { changeRun: async () => run }, 0)
    const before = live.answered
    await answers.begin()
    const told = new Set(Array.from({ length: random.below(100) }, () => random.below(80)))
    // A question that a second worker asked again was stored once.
    for (const index of [...told, ...told]) answers.add(index)
    const lost = random.below(before + told.size + 1)
    store(before + told.size - lost)
    expect(await answers.check()).toBe(lost)
    expect(await answers.check()).toBe(0)
    // A worker that broke may have stored more than it could tell.
    store(before + told.size + 3)
    expect(await answers.check()).toBe(0)
  }
})

test('answers of other runs that the browser deleted are reported with their number', () => {
  const summary = (id: string, answered: number, failed = 0) => ({
    run: { ...someRun, id },
    answered,
    failed,
    correct: 0,
  })
  const live = (phase: LiveRun['phase']) => ({ ...summary('live', 500), phase })
  const before = [summary('a', 1200, 3), summary('b', 40), summary('live', 500)]
  expect(deletedRuns(before, [summary('live', 480)], live('running'))?.info).toMatchObject({
    code: 'storage-deleted',
    message: 'The browser deleted 2 runs with 1,243 answers.',
  })
  expect(deletedRuns(before, [...before], live('running'))).toBeNull()
  // The run of a pass comes back without its answers.
  const told = (after: ReturnType<typeof summary>[]) =>
    deletedRuns(before, after, live('running'))?.info.message
  expect(told([summary('a', 0), summary('b', 40)])).toBe('The browser deleted 1,203 answers.')
  expect(told([summary('a', 0)])).toBe(
    'The browser deleted 1 run with 40 answers and 1,203 answers of other runs.',
  )
})

test('what the browser deleted of a run that has ended and is still on show is told with its number', () => {
  const run = { ...someRun, id: 'ended' }
  // The list was read before the run's last answers.
  const before = [{ run, answered: 20, failed: 0, correct: 0 }]
  const ended = { run, answered: 395, failed: 5, phase: 'done' } as const
  expect(deletedRuns(before, [], ended)?.info.message).toBe('The browser deleted 1 run with 400 answers.')
  expect(deletedRuns(before, [{ run, answered: 395, failed: 5 }], ended)).toBeNull()
})

test('what is deleted between Continue and the first count of a run is told with its number', async () => {
  const run = { ...someRun, id: 'continued' }
  const texts: string[] = []
  const show = {
    // All was deleted before the run was counted.
    live: { run, answered: 0, failed: 0, events: [] } as unknown as LiveRun,
    log: ({ text }: { readonly text: string }) => void texts.push(text),
    change: () => {},
    recount: async () => {},
  }
  const listed = listedAnswers([{ run, answered: 497, failed: 3, correct: 0 }], run)
  await new LostAnswers(show, { changeRun: async () => run }, listed).begin()
  expect(texts).toEqual(['The browser deleted 500 of 500 answers of this run. They are asked again.'])
})

test('a run that was imported again under the same id is not the one that was listed', () => {
  const listed = [{ run: { ...someRun, imported: 'yesterday' }, answered: 500, failed: 0, correct: 0 }]
  expect(listedAnswers(listed, { ...someRun, imported: 'today' })).toBe(0)
  expect(listedAnswers([], someRun)).toBe(0)
})

test('what was stored when the database failed is known after the reload, once', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => kept.set(key, value),
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
  })
  const known = (id: string, answered: number, failed = 0) => ({ run: { ...someRun, id }, answered, failed })
  noteRuns([known('a', 12), known('live', 20)], known('live', 40, 4))
  expect(deletedRuns(takeNotedRuns(), [], null)?.info.message).toBe(
    'The browser deleted 2 runs with 56 answers.',
  )
  expect(takeNotedRuns()).toEqual([])
  noteRuns([known('a', 12)], known('new', 3))
  expect(deletedRuns(takeNotedRuns(), [known('a', 12), known('new', 3)], null)).toBeNull()
  noteRuns([known('a', 12)], null)
  forgetNotedRuns()
  expect(takeNotedRuns()).toEqual([])
  vi.unstubAllGlobals()
})
