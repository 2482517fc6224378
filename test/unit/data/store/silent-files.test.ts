/** Chromium never answers again for the private files, as after some deletions: a run ends without its second copy. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { onNews, type StoreNews } from '../../../../src/data/store/news.ts'
import { PrivateDisk } from '../../support/private-disk.ts'
import { answered, someRun } from '../../support/records.ts'

// The silence of the files is remembered for as long as a page is open, and the other tests are in the same one.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('a folder that is never listed is given up after 20 seconds, and the run ends with its records', async () => {
  vi.resetModules()
  const { Store } = await import('../../../../src/data/store/store.ts')
  globalThis.indexedDB = new IDBFactory()
  const disk = new PrivateDisk()
  vi.stubGlobal(
    'FileSystemFileHandle',
    class {
      createSyncAccessHandle() {}
    },
  )
  vi.stubGlobal('navigator', { storage: disk.storage })
  const news: StoreNews['type'][] = []
  onNews(one => news.push(one.type))
  const store = await Store.open()
  await store.putRun(someRun)
  await store.begin(someRun, () => {})
  await store.addRecords('r', [answered(0, {}), answered(1, {})])
  disk.root.fallSilent()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const noting = store.noteWritten('r')
  // What comes before the listing turns the event loop a few times; then its timer runs.
  for (let turn = 0; turn < 20 || vi.getTimerCount() === 0; turn++)
    await new Promise(resolve => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(20_000)
  vi.useRealTimers()
  await noting
  expect(await store.done('r')).toEqual([0, 1])
  await vi.waitFor(() => expect(news).toContain('no-copy'))
})
