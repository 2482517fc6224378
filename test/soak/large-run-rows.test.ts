/** Rows of a large run: derived of its records, stored beside them, and read again. Of small runs: test/unit/workers/results. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeAll, expect, test } from 'vitest'
import { Store } from '../../src/data/store/store.ts'
import { manyRecords } from '../../src/engine/analysis/derived-rows.ts'
import { plainRow, unpackRows } from '../../src/engine/analysis/row-pack.ts'
import { Texts } from '../../src/engine/base/texts.ts'
import type { ModelOutput, RunRecord } from '../../src/engine/protocol/record.ts'
import { storeDerived } from '../../src/workers/results/derive.ts'
import { OpenRuns } from '../../src/workers/results/run-rows.ts'
import { answered, failed, someRun } from '../unit/support/records.ts'

const score: ModelOutput = {
  text: 'A',
  tokens: { prompt: 90, image: 64, reused: 70, generated: 0 },
  stop: 'choices',
  choices: [
    { letter: 'A', logprob: Math.log(0.1 + 0.2) },
    { letter: 'B', logprob: Math.log(0.7) },
  ],
  timings: { encode: 0, prefix: 0, prefill: 1, decode: 0 },
}

const recordAt = (index: number): RunRecord => {
  const fields = { id: `s${index}`, task: `Task ${index % 3}`, option_A: 'a', option_B: 'b', image_path: 'x' }
  if (index % 7 === 0) return failed(index, fields)
  const record = answered(index, fields, {
    correct: index % 2 === 0,
    ...(index % 2 === 0 && { score }),
  })
  const file = { sha256: String(index % 50).padStart(64, '0'), size: 1, modified: null }
  return index % 5 === 0 ? record : { ...record, imageFile: file }
}

/** More than one portion holds. */
const recordsOfLarge = 9000

/** A store with one run, whose readings are counted. It counts as one of very many records, which would take a minute to store. */
async function largeStore() {
  globalThis.indexedDB = new IDBFactory()
  const store = await Store.open()
  await store.putRun(someRun)
  await store.putLoad('r', {
    skipped: [],
    badFiles: [],
    findings: [{ kind: 'duplicate-id', index: 3, file: 'f', position: 3, subject: 's' }],
  })
  await store.addRecords(
    'r',
    Array.from({ length: recordsOfLarge }, (_, index) => recordAt(index)),
  )
  const reads = { count: 0 }
  const tallied = store.tallied.bind(store)
  store.tallied = async id => manyRecords + (await tallied(id))
  const records = store.records.bind(store)
  store.records = (...given) => {
    reads.count++
    return records(...given)
  }
  return { store, reads, runs: () => new OpenRuns(Promise.resolve(store)) }
}

/** These tests share one large run, and come in this order. */
let large: Awaited<ReturnType<typeof largeStore>>
beforeAll(async () => {
  large = await largeStore()
})

const all = async (runs: OpenRuns) => {
  const { rows, packs, digests, forecasts, ...rest } = await runs.of('r')
  const packed = [...packs()].flatMap(pack => unpackRows(pack, new Texts()))
  // As text: to compare so many objects one by one takes seconds.
  expect(JSON.stringify(packed.map(plainRow)) === JSON.stringify(rows.map(plainRow))).toBe(true)
  return { ...rest, rows: rows.map(plainRow), digests: await digests(), forecasts: await forecasts() }
}

test('a writing that breaks off leaves nothing that counts as complete', async () => {
  const { store, runs } = large
  const broken = {
    async *records() {
      yield Array.from({ length: 8500 }, (_, index) => recordAt(index))
      throw new Error('It broke.')
    },
  }
  await expect(storeDerived(store, 'r', broken)).rejects.toThrow('It broke.')
  expect((await runs().state('r')).isReady).toBe(false)
})

test('the stored rows of a large run are those of its records, and opening it reads no record', async () => {
  const { store, reads, runs } = large
  expect((await runs().state('r')).isReady).toBe(false)
  const derived = await all(runs())
  expect(derived.rows).toHaveLength(recordsOfLarge)
  expect(derived.digests.filter(Boolean).length).toBeGreaterThan(1000)
  await storeDerived(store, 'r', store)
  expect((await runs().state('r')).isReady).toBe(true)
  reads.count = 0
  expect(JSON.stringify(await all(runs())) === JSON.stringify(derived)).toBe(true)
  await storeDerived(store, 'r', store)
  expect(reads.count).toBe(0)
  // With another record they are of other records.
  await store.addRecord(recordAt(recordsOfLarge))
  expect((await runs().state('r')).isReady).toBe(false)
  expect((await runs().of('r')).rows).toHaveLength(recordsOfLarge + 1)
  expect(reads.count).toBe(1)
})

test('stored rows that are incomplete, or of another version, are derived again', async () => {
  const { store, reads, runs } = large
  await storeDerived(store, 'r', store)
  const head = await store.derived.head('r')
  if (!head) throw new Error('Nothing was stored.')
  const change = (work: (derived: IDBObjectStore) => void) =>
    new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('voxelwise')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const tx = opening.result.transaction('derived', 'readwrite')
        work(tx.objectStore('derived'))
        tx.oncomplete = () => {
          opening.result.close()
          resolve()
        }
      }
    })
  const readsAgain = async () => {
    reads.count = 0
    await runs().of('r')
    return reads.count === 1
  }
  expect(await readsAgain()).toBe(false)
  for (const broken of [
    { ...head, cacheKey: head.cacheKey.replace('[', '[9') },
    { ...head, rows: 5 },
  ]) {
    await change(derived => derived.put(broken, ['r', 'head', 0]))
    expect(await readsAgain()).toBe(true)
  }
  await change(derived => derived.put(head, ['r', 'head', 0]))
  await change(derived => derived.delete(['r', 'rows', 1]))
  expect(await readsAgain()).toBe(true)
})

test('stored rows are deleted with their run, and none are stored for a deleted run', async () => {
  const { store } = large
  await storeDerived(store, 'r', store)
  await store.deleteRun('r')
  expect(await store.derived.head('r')).toBeUndefined()
  expect(await store.derived.read('r', 'rows', 0)).toBeUndefined()
  await store.derived.write(
    'r',
    (async function* () {
      yield { rows: {} as never, digests: [], forecasts: [] }
    })(),
    () => ({ cacheKey: 'k', rows: 0, rest: {} as never }),
  )
  expect(await store.derived.head('r')).toBeUndefined()
})
