import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replaceable, type WorkerHandle } from '../../../../src/app/threads/bridge.ts'
import { watchReading } from '../../../../src/app/threads/watchdog.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a reading that stops at a file is ended, and the file is named', async () => {
  const end = vi.fn()
  const reading = watchReading(
    onFile => {
      onFile('set/good.csv')
      setTimeout(() => onFile('set/bad.csv'), 5000)
      return new Promise(() => {})
    },
    { folder: 'set', end, timeout: 10_000 },
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

test('a reading without any report names the folder', async () => {
  const reading = watchReading(() => new Promise(() => {}), { folder: 'set', end: () => {}, timeout: 1000 })
  const refused = expect(reading).rejects.toMatchObject({ info: { subject: 'set' } })
  await vi.advanceTimersByTimeAsync(1000)
  await refused
})

test('a slow but steady reading is never ended, and its result is returned', async () => {
  const end = vi.fn()
  const reading = watchReading(
    onFile =>
      new Promise(resolve => {
        let rows = 0
        const timer = setInterval(() => {
          onFile(rows++ === 0 ? 'set/big.csv' : null)
          if (rows < 100) return
          clearInterval(timer)
          resolve(rows)
        }, 900)
      }),
    { folder: 'set', end, timeout: 1000 },
  )
  await vi.advanceTimersByTimeAsync(100 * 900)
  expect(await reading).toBe(100)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(end).not.toHaveBeenCalled()
})

test('progress that arrives after the result does not watch again', async () => {
  const end = vi.fn()
  const reading = watchReading(
    onFile => {
      setTimeout(() => onFile('set/late.csv'), 10)
      return Promise.resolve('read')
    },
    { folder: 'set', end, timeout: 1000 },
  )
  expect(await reading).toBe('read')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(end).not.toHaveBeenCalled()
})

test('an error of the reading is thrown as it is', async () => {
  const error = new Error('no')
  await expect(watchReading(() => Promise.reject(error), { folder: 'set', end: () => {} })).rejects.toBe(
    error,
  )
})

test('the error names the last file, even if later progress named none', async () => {
  const end = vi.fn()
  const reading = watchReading(
    onFile => {
      setTimeout(() => onFile('set/a.csv'), 500)
      setTimeout(() => onFile(null), 900)
      return new Promise(() => {})
    },
    { folder: 'set', end, timeout: 1000 },
  )
  const refused = expect(reading).rejects.toMatchObject({ info: { subject: 'set/a.csv' } })
  await vi.advanceTimersByTimeAsync(1899)
  expect(end).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await refused
})

test('after a suspension the reading has its full time again', async () => {
  const end = vi.fn()
  const now = vi.spyOn(performance, 'now')
  const reading = watchReading(() => new Promise(() => {}), { folder: 'set', end, timeout: 10_000 })
  const refused = expect(reading).rejects.toMatchObject({ info: { subject: 'set' } })
  now.mockReturnValue(3_600_000)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(end).not.toHaveBeenCalled()
  now.mockReturnValue(3_610_000)
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
  expect(end).toHaveBeenCalledOnce()
  now.mockRestore()
})

test('a worker that was replaced is closed, and calls go to the next one', () => {
  const closed: number[] = []
  let started = 0
  const worker = replaceable(() => {
    const number = ++started
    const bridged = { remote: number, crashed: new Promise(() => {}), close: () => closed.push(number) }
    return bridged as unknown as WorkerHandle<unknown>
  })
  expect(worker.remote).toBe(1)
  worker.replace()
  expect([worker.remote, closed]).toEqual([2, [1]])
  worker.close()
  expect(closed).toEqual([1, 2])
})
