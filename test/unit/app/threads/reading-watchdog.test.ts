import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReadingWatch, watchReading } from '../../../../src/app/threads/reading-watchdog.ts'
import { replaceable } from '../../../../src/app/threads/replaceable.ts'
import type { Bridged } from '../../../../src/workers/shared/bridged.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a reading that stops at a file is ended, and the file is named', async () => {
  const end = vi.fn()
  const reading = watchReading(
    heard => {
      heard('set/good.csv')
      setTimeout(() => heard('set/bad.csv'), 5000)
      return new Promise(() => {})
    },
    { folder: 'set', end, patience: 10_000 },
  )
  const refused = expect(reading).rejects.toMatchObject({
    info: { code: 'file-unreadable', subject: 'set/bad.csv', message: expect.stringContaining('10 seconds') },
  })
  await vi.advanceTimersByTimeAsync(14_900)
  expect(end).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  await refused
  expect(end).toHaveBeenCalledOnce()
})

test('a reading that never says anything names the folder', async () => {
  const reading = watchReading(() => new Promise(() => {}), { folder: 'set', end: () => {}, patience: 1000 })
  const refused = expect(reading).rejects.toMatchObject({ info: { subject: 'set' } })
  await vi.advanceTimersByTimeAsync(1000)
  await refused
})

test('a slow reading that goes on is never ended, and its result is handed on', async () => {
  const end = vi.fn()
  const reading = watchReading(
    heard =>
      new Promise(resolve => {
        let rows = 0
        const timer = setInterval(() => {
          heard(rows++ === 0 ? 'set/big.csv' : null)
          if (rows < 100) return
          clearInterval(timer)
          resolve(rows)
        }, 900)
      }),
    { folder: 'set', end, patience: 1000 },
  )
  await vi.advanceTimersByTimeAsync(100 * 900)
  expect(await reading).toBe(100)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(end).not.toHaveBeenCalled()
})

test('an error of the reading is thrown as it is', async () => {
  const error = new Error('no')
  await expect(watchReading(() => Promise.reject(error), { folder: 'set', end: () => {} })).rejects.toBe(
    error,
  )
})

test('the file in hand stays known while the thread only says that it works', () => {
  const watch = new ReadingWatch('set', 0, 1000)
  watch.heard('set/a.csv', 500)
  watch.heard(null, 900)
  expect([watch.left(1000), watch.left(1900)]).toEqual([900, 0])
  expect(watch.error().subject).toBe('set/a.csv')
})

test('a worker that was replaced is closed, and calls go to the next one', () => {
  const closed: number[] = []
  let started = 0
  const worker = replaceable(() => {
    const number = ++started
    const bridged = { remote: number, crashed: new Promise(() => {}), close: () => closed.push(number) }
    return bridged as unknown as Bridged<unknown>
  })
  expect(worker.remote).toBe(1)
  worker.replace()
  expect([worker.remote, closed]).toEqual([2, [1]])
  worker.close()
  expect(closed).toEqual([1, 2])
})
