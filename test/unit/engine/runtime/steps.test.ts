/** What a thread does between two steps of a model; that it hears its events is shown in test/long/slow.test.ts. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { Pace, Stopped } from '../../../../src/engine/runtime/steps.ts'

const idle = { writing: null }
const goesOn = async () => true

/** Works as a session on WASM does: the thread is busy, and the promise resolves in a microtask. */
async function compute(ms: number): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('a pending write is awaited, but no longer than it is worth', async () => {
  let isWritten = false
  const writing = new Promise<void>(resolve => setTimeout(resolve, 5)).then(() => {
    isWritten = true
  })
  const pace = new Pace({ writing }, goesOn)
  await compute(1500)
  await pace.next()
  expect(isWritten).toBe(true)

  const stuck = new Pace({ writing: new Promise(() => {}) }, goesOn)
  await compute(500)
  await stuck.next()
})

test('time between steps is no working time', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const pace = new Pace(idle, async () => {
    await new Promise(resolve => setTimeout(resolve, 200))
    return true
  })
  const start = pace.now()
  const next = pace.next()
  await vi.advanceTimersByTimeAsync(200)
  await next
  expect(pace.now()).toBe(start)
})

test('a run that was stopped computes no further step', async () => {
  await expect(new Pace(idle, async () => false).next()).rejects.toBeInstanceOf(Stopped)
})
