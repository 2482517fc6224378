/** Imports, backups and folder copies, as their worker makes them. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { serializeRun } from '../../../../src/data/export/run-file.ts'
import { importing } from '../../../../src/data/store/import-run.ts'
import { Store } from '../../../../src/data/store/store.ts'
import { importer } from '../../../../src/workers/import/importer.ts'
import { exportMethods as exportsOn } from '../../../../src/workers/results/exports.ts'
import { mappedRun, textQuestion } from '../../support/mapped.ts'
import { memoryFolder } from '../../support/memory-folder.ts'
import { someRun } from '../../support/records.ts'

/** As `navigator.locks`: of each name one piece of work at a time. */
const last = new Map<string, Promise<unknown>>()
const imports = { now: 0, most: 0 }
const locks = {
  request: (name: string, ...given: readonly unknown[]): Promise<unknown> => {
    const work = given.at(-1) as (lock: object) => Promise<unknown>
    const turn = (last.get(name) ?? Promise.resolve()).then(async () => {
      if (name !== importing) return work({})
      imports.most = Math.max(imports.most, ++imports.now)
      try {
        return await work({})
      } finally {
        imports.now--
      }
    })
    last.set(
      name,
      turn.catch(() => {}),
    )
    return turn
  },
}

// Node 20 has none.
beforeAll(() => void vi.stubGlobal('navigator', { userAgent: 'test', locks }))
afterAll(() => void vi.unstubAllGlobals())
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const text = [...serializeRun(mappedRun([[textQuestion, 'first']]))].join('')
const runFile = () => new File([text], 'run.json')
const silent = () => {}
const on = { dataset: null, environment: someRun.environment }
const openExports = (store: Store) => exportsOn(Promise.resolve(store), {} as never)

test('imports that are requested together run one after the other', async () => {
  const ids = await Promise.all([
    importer.importFiles([runFile()], on, silent),
    importer.importFiles([runFile()], on, silent),
  ])
  expect(imports.most).toBe(1)
  const runs = (await (await Store.open()).runs()).map(({ run }) => run.id)
  expect(new Set(ids)).toEqual(new Set(runs))
})

test('a file that is not a run leaves nothing, and the next import succeeds', async () => {
  await expect(importer.importFiles([new File(['{"a":1}'], 'a.json')], on, silent)).rejects.toThrow()
  expect(await (await Store.open()).runs()).toEqual([])
  const id = await importer.importFiles([runFile()], on, silent)
  expect((await (await Store.open()).run(id)).id).toBe(id)
})

test('a backup and a folder copy restore a run to the byte of its export', async () => {
  const id = await importer.importFiles([runFile()], on, silent)
  const store = await Store.open()
  const before = await (await openExports(store).exportFile(id, 'run.json', {})).text()
  const backup = new File([await openExports(store).backup()], 'backup.zip')
  const folder = memoryFolder()
  await openExports(store).copyTo(folder)
  for (const bringBack of [
    () => importer.restore(backup, silent),
    () => importer.bringBack(folder, silent),
  ]) {
    globalThis.indexedDB = new IDBFactory()
    expect(await bringBack()).toMatchObject({ runs: 1, problems: [] })
    const again = await Store.open()
    expect(await (await openExports(again).exportFile(id, 'run.json', {})).text()).toBe(before)
  }
})
