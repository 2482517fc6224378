import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Bridged } from '../../../../src/app/threads/bridge.ts'
import { inRecordsThread } from '../../../../src/app/threads/records-thread.ts'
import type { RecordsWorker } from '../../../../src/workers/records.worker.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Threads that can be told apart, and whether each was ended. */
function threads() {
  const open: boolean[] = []
  const start = () => {
    const at = open.push(true) - 1
    return {
      remote: at,
      crashed: new Promise<never>(() => {}),
      close: () => {
        open[at] = false
      },
    } as unknown as Bridged<RecordsWorker>
  }
  return { open, start }
}

const never = () => new Promise<never>(() => {})

describe('a thread that reads records', () => {
  test('ends with its work', async () => {
    const { open, start } = threads()
    expect(await inRecordsThread(async () => 'done', start)).toBe('done')
    expect(open).toEqual([false])
  })

  test('may take as long as it likes while it goes on, and when all is read', async () => {
    const { open, start } = threads()
    const done = inRecordsThread(async (_, onChunk) => {
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

  test('is replaced where it stands still', async () => {
    const { open, start } = threads()
    const done = inRecordsThread(worker => (Number(worker) === 0 ? never() : Promise.resolve('done')), start)
    await vi.advanceTimersByTimeAsync(11_000)
    expect(await done).toBe('done')
    expect(open).toEqual([false, false])
  })

  test('is given more time where the machine, too, may be what is slow', async () => {
    const { open, start } = threads()
    const slow = () => new Promise<string>(resolve => setTimeout(resolve, 25_000, 'done'))
    const done = inRecordsThread(slow, start)
    await vi.advanceTimersByTimeAsync(46_000)
    expect(await done).toBe('done')
    expect(open).toEqual([false, false, false])
  })

  test('is an error where all others do, too', async () => {
    const { open, start } = threads()
    const done = inRecordsThread(never, start)
    const told = expect(done).rejects.toMatchObject({ info: { code: 'storage' } })
    await vi.advanceTimersByTimeAsync(171_000)
    await told
    expect(open).toEqual([false, false, false, false])
  })

  test('that breaks is not begun again', async () => {
    const { open, start } = threads()
    await expect(inRecordsThread(() => Promise.reject(new Error('It broke.')), start)).rejects.toThrow(
      'It broke.',
    )
    expect(open).toEqual([false])
  })
})
