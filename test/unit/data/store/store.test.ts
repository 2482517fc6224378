/** The store in Node, on an IndexedDB in memory; its journals are tested apart, and both together in a browser. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { exportRun } from '../../../../src/data/export/export-run.ts'
import { serializeRun } from '../../../../src/data/export/run-file.ts'
import { importRun } from '../../../../src/data/store/import-run.ts'
import { Store } from '../../../../src/data/store/store.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import { makeDatabase } from '../../support/make-database.ts'
import { answered, failed, someRun } from '../../support/records.ts'
import { badFiles, findings, passes, records, skipped, wholeRun } from '../../support/sound-run.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

async function readErrorCode(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no error',
    error => (error instanceof VoxelwiseError ? error.info.code : String(error)),
  )
}

test('a rename, an ending run and a change of copies that meet leave all three in the run', async () => {
  const [page, worker] = [await Store.open(), await Store.open()]
  await page.putRun({ ...someRun, state: 'running' })
  await Promise.all([
    page.changeRun('r', run => ({ ...run, name: 'Renamed' })),
    worker.changeRun('r', run => ({ ...run, state: 'done' })),
    page.changeRun('r', run => ({ ...run, timings: { load: 7, asking: 8 } })),
  ])
  expect(await worker.run('r')).toMatchObject({
    name: 'Renamed',
    state: 'done',
    timings: { load: 7, asking: 8 },
  })
})

test('a run that is deleted while it is renamed stays deleted', async () => {
  const store = await Store.open()
  await store.putRun(someRun)
  await store.addRecords('r', [answered(0, {})])
  const renamed = readErrorCode(store.changeRun('r', run => ({ ...run, name: 'Renamed' })))
  await store.deleteRun('r')
  expect(['no error', 'storage']).toContain(await renamed)
  expect(await store.runs()).toEqual([])
  expect(await store.countRecords('r')).toBe(0)
  expect(await readErrorCode(store.changeRun('r', run => run))).toBe('storage')
})

test('an existing record stays as it is and is counted once, whoever adds it', async () => {
  const stores = [await Store.open(), await Store.open()]
  await stores[0]?.putRun(someRun)
  await Promise.all(
    stores.map(store =>
      store.addRecords('r', [answered(0, {}, { correct: true }), answered(1, {}), failed(2)]),
    ),
  )
  expect((await stores[0]?.runs())?.map(({ tally }) => tally)).toEqual([
    { answered: 2, failed: 1, correct: 1 },
  ])
})

test('a database of a newer version is not touched, and is reported by name', async () => {
  await makeDatabase(99, db => db.createObjectStore('runs'))
  expect(await readErrorCode(Store.open())).toBe('storage-newer')
  const names = await indexedDB.databases()
  expect(names).toEqual([{ name: 'voxelwise', version: 99 }])
})

test('a store whose connection was closed opens another', async () => {
  const store = await Store.open()
  await store.putRun(someRun)
  const closed: IDBDatabase[] = []
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...rest) {
    if (closed.length === 0) {
      closed.push(this)
      this.close()
    }
    return transaction.apply(this, rest)
  }
  try {
    expect((await store.changeRun('r', run => ({ ...run, name: 'After' }))).name).toBe('After')
  } finally {
    IDBDatabase.prototype.transaction = transaction
  }
  expect((await store.run('r')).name).toBe('After')
})

test('the reading of a folder’s tables is stored by its name, and forgotten alone or with all folders', async () => {
  const store = await Store.open()
  const reading = { document: { version: 1, name: 'Mine' }, split: 'test' }
  await store.folders.keepMapping('slake', reading)
  await store.folders.keepMapping('other', reading)
  expect(await store.folders.mapping('slake')).toEqual(reading)
  await store.folders.forgetMapping('slake')
  expect(await store.folders.mapping('slake')).toBeUndefined()
  await store.folders.forget(['copy'])
  expect(await store.folders.mapping('other')).toEqual(reading)
  await store.folders.forget()
  expect(await store.folders.mapping('other')).toBeUndefined()
})

test('a run.json is stored the same, whatever the portion size', async () => {
  const json = [
    ...serializeRun({ run: { ...wholeRun, state: 'paused' }, records, skipped, findings, badFiles, passes }),
  ].join('')
  const written: string[] = []
  for (const portions of [{ records: 1, slice: 7 }, { records: 2, slice: 1000 }, {}]) {
    globalThis.indexedDB = new IDBFactory()
    const store = await Store.open()
    const id = await importRun(store, new File([json], 'run.json'), () => {}, portions)
    expect(id).toBe('r')
    expect(
      (await store.runs()).map(({ run, tally }) => [run.id, run.parent, tally.answered + tally.failed]),
    ).toEqual([
      ['p1', 'r', 2],
      ['p2', 'r', 0],
      ['r', undefined, 3],
    ])
    written.push(await (await exportRun(store, 'r', 'run.json', {})).text())
    // Again it is another run.
    const again = await importRun(store, new File([json], 'run.json'), () => {}, portions)
    expect(again).not.toBe('r')
    expect((await store.runs()).filter(({ run }) => run.parent === again)).toHaveLength(2)
    // A damaged file leaves nothing behind.
    const damaged = new File([json.slice(0, -5)], 'run.json')
    expect(await readErrorCode(importRun(store, damaged, () => {}, portions))).toBe('run-file')
    expect(await store.runs()).toHaveLength(6)
  }
  expect(new Set(written).size).toBe(1)
  expect(JSON.parse(written[0] ?? '')).toEqual(JSON.parse(json))
})
