import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WorkerHandle } from '../../../../src/app/threads/bridge.ts'
import { runInRecordsWorker } from '../../../../src/app/threads/records-worker.ts'
import type { RecordsWorker } from '../../../../src/workers/contracts/stored.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Numbered workers, and whether each is open. */
function workers() {
  const open: boolean[] = []
  const start = () => {
    const at = open.push(true) - 1
    return {
      remote: at,
      crashed: new Promise<never>(() => {}),
      close: () => {
        open[at] = false
      },
    } as unknown as WorkerHandle<RecordsWorker>
  }
  return { open, start }
}

const never = () => new Promise<never>(() => {})

describe('a worker that reads records', () => {
  test('ends with its work', async () => {
    const { open, start } = workers()
    expect(await runInRecordsWorker(async () => 'done', start)).toBe('done')
    expect(open).toEqual([false])
  })

  test('has no time limit while it makes progress, or once all is read', async () => {
    const { open, start } = workers()
    const done = runInRecordsWorker(async (_, onChunk) => {
      for (let i = 0; i < 10; i++) {
        await new Promise(resolve => setTimeout(resolve, 9000))
        onChunk(i === 9)
      }
      await new Promise(resolve => setTimeout(resolve, 1_000_000))
      return 'done'
    }, start)
    await vi.advanceTimersByTimeAsync(1_300_000)
    expect(await done).toBe('done')
    expect(open).toEqual([false])
  })

  test('is replaced if it makes no progress', async () => {
    const { open, start } = workers()
    const done = runInRecordsWorker(
      worker => (Number(worker) === 0 ? never() : Promise.resolve('done')),
      start,
    )
    await vi.advanceTimersByTimeAsync(11_000)
    expect(await done).toBe('done')
    expect(open).toEqual([false, false])
  })

  test('has more time on later attempts, because the machine may be slow', async () => {
    const { open, start } = workers()
    const slow = () => new Promise<string>(resolve => setTimeout(resolve, 25_000, 'done'))
    const done = runInRecordsWorker(slow, start)
    await vi.advanceTimersByTimeAsync(46_000)
    expect(await done).toBe('done')
    expect(open).toEqual([false, false, false])
  })

  test('ends in an error after the last attempt', async () => {
    const { open, start } = workers()
    const done = runInRecordsWorker(never, start)
    const refused = expect(done).rejects.toMatchObject({ info: { code: 'storage' } })
    await vi.advanceTimersByTimeAsync(171_000)
    await refused
    expect(open).toEqual([false, false, false, false])
  })

  test('that breaks is not replaced', async () => {
    const { open, start } = workers()
    await expect(runInRecordsWorker(() => Promise.reject(new Error('It broke.')), start)).rejects.toThrow(
      'It broke.',
    )
    expect(open).toEqual([false])
  })
})
