/** What is really on disk, read past the page's own code. */
import type { Page } from 'playwright-core'
import type { RunRecord } from '../../../src/engine/protocol/record.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'

export interface Stored {
  readonly runs: readonly Run[]
  readonly records: readonly RunRecord[]
}

/** The page's database; nothing where there is none, which this does not make. */
export function readStored(page: Page): Promise<Stored> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const opening = indexedDB.open('voxelwise')
    let isMissing = false
    // To open a database that is not there makes an empty one, unless the transaction that makes it is aborted.
    opening.onupgradeneeded = () => {
      isMissing = true
      opening.transaction?.abort()
    }
    const db = await done(opening).catch(error => {
      if (isMissing) return null
      throw error
    })
    if (!db) return { runs: [], records: [] }
    const store = db.transaction(['runs', 'records'])
    const [runs, records] = await Promise.all([
      done(store.objectStore('runs').getAll()),
      done(store.objectStore('records').getAll()),
    ])
    db.close()
    return { runs, records }
  })
}

/** Puts a record on disk past the page's own code. */
export const writeRecord = (page: Page, record: RunRecord): Promise<void> => put(page, 'records', record)

/** Puts a run on disk past the page's own code, whatever it is. */
export const writeRun = (page: Page, run: Run): Promise<void> => put(page, 'runs', run)

function put(page: Page, store: 'records' | 'runs', value: RunRecord | Run): Promise<void> {
  return page.evaluate(
    ([name, json]) =>
      new Promise<void>((resolve, reject) => {
        const one = JSON.parse(json)
        const opening = indexedDB.open('voxelwise')
        opening.onsuccess = () => {
          const db = opening.result
          const writing = db.transaction(name, 'readwrite')
          writing.objectStore(name).put(one, name === 'records' ? [one.run, one.sample.index] : undefined)
          writing.oncomplete = () => {
            db.close()
            resolve()
          }
          writing.onabort = () => reject(writing.error)
        }
        opening.onerror = () => reject(opening.error)
      }),
    [store, JSON.stringify(value)] as const,
  )
}

/** Throws the page's database away behind its back, as a browser does: from an address that does not hold it open. */
export async function deleteDatabase(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/icon.svg`)
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('voxelwise')
        deleting.onsuccess = () => resolve()
        deleting.onerror = () => reject(deleting.error)
      }),
  )
}
