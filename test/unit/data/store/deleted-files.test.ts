/** The browser deletes the database, the private files or both, while a worker writes a run to both. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { folderName, journalFolder, journalsIn } from '../../../../src/data/store/journals.ts'
import { growingFile } from '../../../../src/data/store/private-files.ts'
import { Store } from '../../../../src/data/store/store.ts'
import { PrivateDisk } from '../../support/private-disk.ts'
import { quickTimers } from '../../support/quick-timers.ts'
import { answered, someRun } from '../../support/records.ts'

let disk: PrivateDisk
beforeEach(() => {
  disk = new PrivateDisk()
  globalThis.indexedDB = new IDBFactory()
  vi.stubGlobal(
    'FileSystemFileHandle',
    class {
      createSyncAccessHandle() {}
    },
  )
  vi.stubGlobal('navigator', { storage: disk.storage })
  quickTimers(20)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const run = { ...someRun, state: 'running' as const }
const load = { skipped: [], findings: [], badFiles: [] }

async function begun(): Promise<Store> {
  const store = await Store.open()
  await store.putRun(run)
  await store.putLoad('r', load)
  await store.begin(run, () => {})
  await store.addRecords('r', [answered(0, {}), answered(1, {})])
  return store
}

const { transaction } = IDBDatabase.prototype
afterEach(() => {
  IDBDatabase.prototype.transaction = transaction
})

/** Connections that are open are closed when they are used next; the journals stay open. */
function deleteDatabase(): void {
  const { _databases } = indexedDB as unknown as { readonly _databases: ReadonlyMap<string, unknown> }
  const deleted = new Set(_databases.values())
  globalThis.indexedDB = new IDBFactory()
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...rest) {
    const { _rawDatabase } = this as unknown as { readonly _rawDatabase: unknown }
    if (deleted.has(_rawDatabase)) this.close()
    return transaction.apply(this, rest)
  }
}

async function readAgain(): Promise<readonly number[]> {
  const store = await Store.open()
  await store.check()
  return store.done('r')
}

test('if both are deleted, both get the worker’s copies, and no missing file is closed', async () => {
  const store = await begun()
  deleteDatabase()
  disk.deleteAll()
  await store.addRecords('r', [answered(2, {})])
  expect(await store.done('r')).toEqual([0, 1, 2])
  expect(await store.load('r')).toEqual(load)
  await store.addRecords('r', [answered(3, {})])
  await store.close()
  // The journals alone are enough to bring it back.
  globalThis.indexedDB = new IDBFactory()
  expect(await readAgain()).toEqual([0, 1, 2, 3])
})

test('if the database is deleted, the journals restore what no thread has', async () => {
  const first = await begun()
  await first.close()
  const store = await Store.open()
  await store.begin(run, () => {})
  await store.addRecords('r', [answered(2, {})])
  deleteDatabase()
  await store.addRecords('r', [answered(3, {})])
  expect(await store.done('r')).toEqual([0, 1, 2, 3])
  await store.close()
})

test('if the files are deleted, the run continues, and the next comparison makes them again', async () => {
  const store = await begun()
  disk.deleteAll()
  await store.addRecords('r', [answered(2, {})])
  await store.settle('r')
  await store.close()
  const next = await Store.open()
  await next.reconcile('r')
  await next.close()
  globalThis.indexedDB = new IDBFactory()
  expect(await readAgain()).toEqual([0, 1, 2])
})

test('a journal is read while another thread appends to it', async () => {
  const store = await begun()
  const folders = await disk.root.getDirectoryHandle(folderName)
  const folder = (await folders.getDirectoryHandle(
    await journalFolder('r'),
  )) as unknown as FileSystemDirectoryHandle
  for (const name of await journalsIn(folder)) {
    const growing = await growingFile(folder, name)
    await store.addRecords('r', [answered(2, {})])
    const bytes = await growing?.slice(0, growing.size).arrayBuffer()
    expect(bytes?.byteLength).toBe(growing?.size)
  }
})
