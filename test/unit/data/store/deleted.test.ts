/** The browser deletes the page's data while runs are written; the journals are tested in a browser. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Store } from '../../../../src/data/store/store.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import { quickTimers } from '../../support/quick-timers.ts'
import { answered, failed, someRun } from '../../support/records.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  quickTimers(20)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** As a browser does: the connections are closed, and the next one finds an empty database. */
async function deleteAll(...stores: readonly Store[]): Promise<void> {
  for (const store of stores) await store.close()
  globalThis.indexedDB = new IDBFactory()
}

async function readErrorCode(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no error',
    error => (error instanceof VoxelwiseError ? error.info.code : String(error)),
  )
}

const listDone = (store: Store, run: string): Promise<readonly number[]> => store.done(run)
const load = { skipped: [], findings: [], badFiles: [] }

test('a run that is deleted while a worker writes to it is stored again from the worker’s copies', async () => {
  const store = await Store.open()
  await store.putRun({ ...someRun, state: 'running' })
  await store.putLoad('r', load)
  await store.folders.keep('r/dataset', { kind: 'bundled', base: 'demo' } as never)
  let rewritten = 0
  await store.begin({ ...someRun, state: 'running' }, () => rewritten++)
  await store.addRecords('r', [answered(0, {}), answered(1, {}, { correct: true })])
  await deleteAll(store)
  await store.addRecords('r', [failed(2)])
  expect(rewritten).toBe(1)
  expect(await listDone(store, 'r')).toEqual([0, 1, 2])
  expect((await store.runs()).map(({ run, tally }) => [run.id, tally])).toEqual([
    ['r', { answered: 2, failed: 1, correct: 1 }],
  ])
  expect(await store.load('r')).toEqual(load)
  expect(await store.folders.source('r/dataset')).toBeDefined()
  await store.addRecords('r', [answered(3, {})])
  expect(rewritten).toBe(1)
  expect(await listDone(store, 'r')).toEqual([0, 1, 2, 3])
})

test('each of several workers writes its copies again, even if another was first', async () => {
  const workers = [await Store.open(), await Store.open()]
  const [first, second] = workers as [Store, Store]
  await first.putRun({ ...someRun, state: 'running' })
  for (const worker of workers) await worker.begin({ ...someRun, state: 'running' }, () => {})
  await first.addRecords('r', [answered(0, {})])
  await second.addRecords('r', [answered(1, {})])
  await deleteAll(...workers)
  await first.addRecords('r', [answered(2, {})])
  // This one has nothing new to write.
  await second.settle('r')
  expect(await listDone(first, 'r')).toEqual([0, 1, 2])
})

test('the page writes a run again that it works on, and not one that the user deleted', async () => {
  const store = await Store.open()
  await store.putRun(someRun)
  await store.hold(someRun)
  await deleteAll(store)
  expect((await store.run('r')).id).toBe('r')
  expect((await store.changeRun('r', run => ({ ...run, name: 'After' }))).name).toBe('After')
  const other = await Store.open()
  await other.deleteRun('r')
  expect(await readErrorCode(store.run('r'))).toBe('storage')
  expect(await store.runs()).toEqual([])
})

test('one thread’s copies are restored even if another with fewer was first', async () => {
  const [page, worker] = [await Store.open(), await Store.open()]
  await page.putRun(someRun)
  await page.putLoad('r', load)
  await page.hold(someRun)
  await deleteAll(page, worker)
  // It begins when all is gone.
  await worker.begin(someRun, () => {})
  await worker.addRecords('r', [answered(0, {})])
  expect(await worker.load('r')).toBeUndefined()
  await page.changeRun('r', run => run)
  expect(await worker.load('r')).toEqual(load)
})

test('a pass brings back the run that it belongs to, as one that can be continued', async () => {
  const store = await Store.open()
  await store.putRun({ ...someRun, state: 'done' })
  await store.addRecords('r', [answered(0, {})])
  const pass = { ...someRun, id: 'p', parent: 'r', state: 'running' as const }
  await store.putRun(pass)
  await store.begin(pass, () => {})
  await deleteAll(store)
  await store.addRecords('p', [{ ...answered(0, {}), run: 'p' }])
  expect((await store.runs()).map(({ run, tally }) => [run.id, run.state, tally.answered])).toEqual([
    ['p', 'running', 1],
    ['r', 'paused', 0],
  ])
})

test('records of a missing run are refused by name if nobody has a copy', async () => {
  const store = await Store.open()
  await store.putRun(someRun)
  await deleteAll(store)
  expect(await readErrorCode(store.addRecords('r', [answered(0, {})]))).toBe('storage-deleted')
  expect(await store.countRecords('r')).toBe(0)
})

test('an import whose first records were deleted is refused, and not stored in part', async () => {
  const store = await Store.open()
  await store.addImported('r', [answered(0, {})])
  await deleteAll(store)
  expect(await readErrorCode(store.addImported('r', [answered(1, {})]))).toBe('storage-deleted')
  expect(await readErrorCode(store.putRun(someRun))).toBe('storage-deleted')
  expect(await store.runs()).toEqual([])
  expect(await store.countRecords('r')).toBe(0)
})

test('leftovers of an import go; records of an unknown run stay', async () => {
  const store = await Store.open()
  await store.addImported('imported', [{ ...answered(0, {}), run: 'imported' }])
  await store.addImported('whole', [{ ...answered(0, {}), run: 'whole' }])
  await store.putRun({ ...someRun, id: 'whole' })
  await orphan('unknown')
  await store.deleteLeftovers()
  expect(await store.countRecords('imported')).toBe(0)
  expect(await store.countRecords('whole')).toBe(1)
  expect(await store.countRecords('unknown')).toBe(1)
  expect(await store.orphans()).toEqual(new Map([['unknown', 1]]))
})

/** A record and a tally without a run, as an earlier version left them. */
function orphan(run: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('voxelwise')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const tx = opening.result.transaction(['records', 'tallies'], 'readwrite')
      tx.objectStore('records').put({ ...answered(0, {}), run }, [run, 0])
      tx.objectStore('tallies').put({ answered: 1, failed: 0, correct: 0 }, run)
      tx.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })
}

test('a thread keeps its latest records, up to some bytes', async () => {
  const store = await Store.open()
  await store.putRun({ ...someRun, state: 'running' })
  await store.begin({ ...someRun, state: 'running' }, () => {})
  const fiveMegabytes = 'x'.repeat(5_000_000)
  for (let i = 0; i < 8; i++) await store.addRecords('r', [answered(i, { question: fiveMegabytes })])
  await deleteAll(store)
  await store.settle('r')
  expect(await listDone(store, 'r')).toEqual([5, 6, 7])
})
