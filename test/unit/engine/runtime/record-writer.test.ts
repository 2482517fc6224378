import { afterEach, expect, test, vi } from 'vitest'
import type { RunRecord } from '../../../../src/engine/protocol/record.ts'
import { RecordWriter } from '../../../../src/engine/runtime/record-writer.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A record that only says which it is. */
const record = (index: number) => ({ sample: { index } }) as RunRecord
const indices = (records: readonly RunRecord[]) => records.map(({ sample }) => sample.index)

/** A disk whose writes end when they are told to. */
function slowDisk() {
  const writes: { readonly records: readonly number[]; end(): void; fail(error: Error): void }[] = []
  const store = (records: readonly RunRecord[]) =>
    new Promise<void>((resolve, reject) => {
      writes.push({ records: indices(records), end: resolve, fail: reject })
    })
  return { writes, store }
}

test('the next question need not wait for the disk', async () => {
  vi.useFakeTimers()
  const { writes, store } = slowDisk()
  const writer = new RecordWriter(store)
  await writer.keep(record(0))
  await writer.keep(record(1))
  await writer.keep(record(2))
  expect(writes.map(({ records }) => records)).toEqual([[0]])
  writes[0]?.end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(writes.map(({ records }) => records)).toEqual([[0], [1, 2]])
  writes[1]?.end()
  await writer.settle()
})

test('a fast model writes several records together, a slow one each immediately', async () => {
  vi.useFakeTimers()
  const writes: (readonly number[])[] = []
  const writer = new RecordWriter(async records => {
    writes.push(indices(records))
  })
  for (let index = 0; index < 10; index++) {
    await writer.keep(record(index))
    await vi.advanceTimersByTimeAsync(75)
  }
  expect(writes).toEqual([[0], [1, 2, 3], [4, 5, 6], [7, 8, 9]])
  for (let index = 10; index < 13; index++) {
    await vi.advanceTimersByTimeAsync(500)
    await writer.keep(record(index))
  }
  expect(writes.slice(4)).toEqual([[10], [11], [12]])
})

test('waiting for the disk includes only earlier records', async () => {
  vi.useFakeTimers()
  const { writes, store } = slowDisk()
  const writer = new RecordWriter(store)
  await writer.keep(record(0))
  await writer.keep(record(1))
  const settled = writer.settle()
  writes[0]?.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(writes.map(({ records }) => records)).toEqual([[0], [1]])
  writes[1]?.end()
  await settled
})

test('every record is on disk when it has settled, in order', async () => {
  const stored: number[] = []
  const writer = new RecordWriter(async records => {
    await new Promise(resolve => setTimeout(resolve, 1))
    stored.push(...indices(records))
  })
  for (let index = 0; index < 100; index++) await writer.keep(record(index))
  await writer.settle()
  expect(stored).toEqual(Array.from({ length: 100 }, (_, index) => index))
})

test('only a few records wait for a blocked disk', async () => {
  const { writes, store } = slowDisk()
  const writer = new RecordWriter(store)
  let kept = 0
  const keeping = (async () => {
    for (; kept < 200; kept++) await writer.keep(record(kept))
  })()
  await new Promise(resolve => setTimeout(resolve, 5))
  expect(kept).toBeLessThan(70)
  for (let i = 0; i < writes.length; i++) {
    writes[i]?.end()
    await new Promise(resolve => setTimeout(resolve, 1))
  }
  await keeping
  expect(kept).toBe(200)
})

test('a failure of the disk reaches its callers', async () => {
  const { writes, store } = slowDisk()
  const writer = new RecordWriter(store)
  await writer.keep(record(0))
  writes[0]?.fail(new Error('full'))
  await expect(writer.settle()).rejects.toThrow('full')
  await expect(writer.keep(record(1))).rejects.toThrow('full')
})
