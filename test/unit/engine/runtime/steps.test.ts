/** What a thread does between two steps of a model; that it hears its events is shown in test/long/slow.test.ts. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Pace, Stopped } from '../../../../src/engine/runtime/steps.ts'

const idle = { writing: null }
const goesOn = async () => true

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Its next step after so many milliseconds of work, as soon as it waits for a timer. */
async function waiting(pace: Pace, worked: number) {
  vi.advanceTimersByTime(worked)
  const step = { isOver: false }
  const next = pace.next().then(() => (step.isOver = true))
  while (!step.isOver && vi.getTimerCount() === 0) await new Promise(setImmediate)
  return { step, next }
}

test('a pending write is awaited, but no longer than it is worth', async () => {
  let write = () => {}
  const writing = new Promise<void>(resolve => (write = resolve))
  const { step, next } = await waiting(new Pace({ writing }, goesOn), 1500)
  expect(step.isOver).toBe(false)
  write()
  await next

  const stuck = await waiting(new Pace({ writing: new Promise(() => {}) }, goesOn), 500)
  await vi.advanceTimersByTimeAsync(499)
  expect(stuck.step.isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await stuck.next
})

test('time between steps is no working time', async () => {
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
