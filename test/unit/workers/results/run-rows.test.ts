/** Rows of stored runs, derived of their records. Of large runs: test/soak. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { Store } from '../../../../src/data/store/store.ts'
import { rowsKey } from '../../../../src/engine/analysis/derived-rows.ts'
import { OpenRuns } from '../../../../src/workers/results/run-rows.ts'
import { answered, someRun } from '../../support/records.ts'

test('a small run is read once while it is open, and again after another was opened', async () => {
  globalThis.indexedDB = new IDBFactory()
  const store = await Store.open()
  await store.putRun(someRun)
  await store.putLoad('r', { skipped: [], badFiles: [], findings: [] })
  await store.addRecords(
    'r',
    Array.from({ length: 30 }, (_, index) => answered(index, {})),
  )
  const reads = vi.spyOn(store, 'records')
  await store.putRun({ ...someRun, id: 'other' })
  const open = new OpenRuns(Promise.resolve(store))
  const first = await open.one('r')
  expect(await open.one('r')).toBe(first)
  expect(await open.state('r')).toEqual({ cacheKey: rowsKey(someRun, 30), isReady: true })
  expect(reads).toHaveBeenCalledTimes(1)
  await open.all(['other', 'r'])
  expect(reads).toHaveBeenCalledTimes(2)
  await open.one('other')
  await open.one('r')
  expect(reads).toHaveBeenCalledTimes(3)
})
