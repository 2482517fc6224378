import { expect, test } from 'vitest'
import { type Counter, RunProgress } from '../../../../src/app/run/live-progress.ts'
import type { IndexedVerdict } from '../../../../src/engine/analysis/run-count.ts'
import type { Outcome } from '../../../../src/engine/runtime/run-events.ts'
import { someRun } from '../../support/records.ts'

const outcome = (index: number): Outcome => ({
  ...{ index, fields: {}, verdict: 'correct', text: 'A' },
  read: { right: 'A', picked: 'A' },
})

const settle = () => new Promise(resolve => setTimeout(resolve))

/** Takes verdicts, but for the calls that are to fail. */
class FaultyCounter implements Counter {
  readonly taken: number[] = []
  calls = 0
  readonly #failing: ReadonlySet<number>

  constructor(failing: readonly number[]) {
    this.#failing = new Set(failing)
  }

  async recount() {
    return { counted: null, figures: null, prior: null }
  }

  async addVerdicts(verdicts: readonly IndexedVerdict[]) {
    if (this.#failing.has(this.calls++)) throw new Error('the data thread died')
    this.taken.push(...verdicts.map(({ index }) => index))
    return null
  }
}

test('verdicts that the counter could not take are sent with the next, and the fault is in the events once', async () => {
  const counter = new FaultyCounter([0, 1])
  const progress = new RunProgress(
    { ...someRun, total: 6 },
    { counter, openImage: async () => new Blob(), onChange: () => {}, onFigures: () => {} },
    0,
  )
  for (let index = 0; index < 3; index++) {
    progress.follow({ type: 'outcomes', outcomes: [outcome(index)] })
    await settle()
  }
  expect(counter.taken).toEqual([0, 1, 2])
  expect(counter.calls).toBe(3)
  expect(progress.live.answered).toBe(3)
  expect(progress.live.events.map(({ text }) => text)).toEqual([
    expect.stringContaining('The estimate could not be updated'),
  ])
})
