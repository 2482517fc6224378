/** A database of an earlier version is in the present form once it is open, whatever ends the work on the way. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { databaseName } from '../../../../src/data/store/database.ts'
import { Store } from '../../../../src/data/store/store.ts'
import storedV1 from '../../../golden/store-v1/database.json' with { type: 'json' }
import { makeDatabase } from '../../support/make-database.ts'
import { underOlderNames } from '../../support/older-names.ts'
import { answered, someRun } from '../../support/records.ts'
import { withoutProtocol } from '../../support/without-protocol.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

type Entries = readonly (readonly [key: IDBValidKey, value: unknown])[]

const databaseWith = (version: number, stores: Readonly<Record<string, Entries>>): Promise<void> =>
  makeDatabase(version, (db, tx) => {
    for (const [name, entries] of Object.entries(stores)) {
      db.createObjectStore(name, name === 'runs' ? { keyPath: 'id' } : {})
      for (const [key, value] of entries)
        if (name === 'runs') tx.objectStore(name).put(value)
        else tx.objectStore(name).put(value, key)
    }
  })

/** What a store of the database holds, read past the page's own code. */
function heldIn(store: string): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction(store).objectStore(store).getAll()
      reading.onerror = () => reject(reading.error)
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result)
      }
    }
  })
}

const firstVersion = storedV1.stores as unknown as Record<string, Entries>

test('version 1: the same runs, answers and counts, which are stored under the names of today', async () => {
  await databaseWith(storedV1.version, firstVersion)
  const store = await Store.open()
  const runs = await store.runs()
  expect(runs.map(({ run }) => [run.id, withoutProtocol(run)])).toEqual(storedV1.stores.runs)
  expect(runs.map(({ run, tally }) => [run.id, tally])).toEqual(storedV1.stores.tallies)
  for (const [[run, index], record] of storedV1.stores.records as [[string, number], unknown][])
    expect(underOlderNames(await store.record(run, index))).toEqual(record)
  for (const [id, load] of storedV1.stores.loads) expect(await store.load(id as string)).toEqual(load)
  await store.close()
  expect(await heldIn('records')).toHaveLength(storedV1.stores.records.length)
  for (const record of await heldIn('records')) {
    expect(record).toHaveProperty('rightAnswer')
    expect(record).not.toHaveProperty('rightLetter')
  }
  expect(await heldIn('upgrades')).toEqual([])
})

const { run: _, ...firstFields } = underOlderNames(answered(0, {})) as Record<string, unknown>
/** Records of two runs by letters: more than a portion, and a few. */
const manyRecords: Entries = [...Array(2100).keys(), ...Array(3).keys()].map((index, place) => {
  const run = place < 2100 ? 'large' : 'small'
  return [[run, index], { run, ...firstFields, sample: { ...answered(0, {}).sample, index } }]
})
const { protocol: __, order: ___, seed: ____, ...firstSettings } = someRun.settings
const twoRuns = {
  ...firstVersion,
  runs: ['large', 'small'].map(id => [id, { ...someRun, id, settings: firstSettings }] as const),
  tallies: [
    ['large', { answered: 2100, failed: 0, correct: 0 }],
    ['small', { answered: 3, failed: 0, correct: 0 }],
  ],
  records: manyRecords,
} satisfies Record<string, Entries>

test.each([1, 2050, 2102])(
  'a disk that is full at record %i: opening says so, and goes on from there at the next visit',
  async place => {
    await databaseWith(1, twoRuns)
    const { put } = IDBObjectStore.prototype
    let puts = 0
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...rest) {
      if (this.name === 'records' && puts++ === place)
        throw new DOMException('The disk is full.', 'QuotaExceededError')
      return put.apply(this, rest)
    }
    try {
      await expect(Store.open()).rejects.toMatchObject({ info: { code: 'storage-full' } })
    } finally {
      IDBObjectStore.prototype.put = put
    }
    const store = await Store.open()
    for (const [id, count] of [
      ['large', 2100],
      ['small', 3],
    ] as const) {
      expect(await store.done(id)).toHaveLength(count)
      for await (const records of store.records(id))
        for (const { sample, ...record } of records) {
          const { sample: ____, ...first } = answered(0, {})
          expect(record).toEqual({ ...first, run: id })
        }
    }
    await store.close()
    expect(await heldIn('upgrades')).toEqual([])
  },
)

test('runs that cannot be written leave the database as it was', async () => {
  await databaseWith(1, firstVersion)
  const { update } = IDBCursor.prototype
  IDBCursor.prototype.update = () => {
    throw new DOMException('The disk failed.', 'DataError')
  }
  try {
    await expect(Store.open()).rejects.toMatchObject({ info: { code: 'storage' } })
  } finally {
    IDBCursor.prototype.update = update
  }
  expect((await indexedDB.databases()).map(({ version }) => version)).toEqual([1])
  expect((await (await Store.open()).runs()).map(({ run }) => run.id)).toEqual(
    storedV1.stores.runs.map(([id]) => id),
  )
})

test('a run that a later version continued has records of both forms: all of them are brought to the present one', async () => {
  const mixed: Entries = [0, 1].map(index => [
    ['small', index],
    index === 0
      ? { ...answered(0, {}), run: 'small' }
      : { run: 'small', ...firstFields, sample: { ...answered(0, {}).sample, index } },
  ])
  await databaseWith(1, { ...twoRuns, records: mixed })
  await (await Store.open()).close()
  for (const record of await heldIn('records')) expect(record).toHaveProperty('rightAnswer')
})

test('records in the present form are not written again', async () => {
  const present: Entries = [...Array(3).keys()].map(index => [['r', index], answered(index, {})])
  await databaseWith(1, { ...firstVersion, runs: [['r', someRun]], tallies: [], records: present })
  const { put } = IDBObjectStore.prototype
  const written: string[] = []
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...rest) {
    written.push(this.name)
    return put.apply(this, rest)
  }
  try {
    await (await Store.open()).close()
  } finally {
    IDBObjectStore.prototype.put = put
  }
  expect(written).toEqual(['identity'])
})
