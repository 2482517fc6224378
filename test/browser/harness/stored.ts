/** What is really on disk, read past the page's own code. */
import type { Page } from 'playwright-core'
import type { RunRecord } from '../../../src/engine/protocol/record.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'

export interface Stored {
  readonly runs: readonly Run[]
  readonly records: readonly RunRecord[]
}

/** The page's database; the page itself must have made it (its list of runs is shown). */
export function readStored(page: Page): Promise<Stored> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open('voxelwise'))
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
export function writeRecord(page: Page, record: RunRecord): Promise<void> {
  return page.evaluate(
    json =>
      new Promise<void>((resolve, reject) => {
        const one = JSON.parse(json)
        const opening = indexedDB.open('voxelwise')
        opening.onsuccess = () => {
          const db = opening.result
          const writing = db.transaction('records', 'readwrite')
          writing.objectStore('records').put(one, [one.run, one.sample.index])
          writing.oncomplete = () => {
            db.close()
            resolve()
          }
          writing.onabort = () => reject(writing.error)
        }
        opening.onerror = () => reject(opening.error)
      }),
    JSON.stringify(record),
  )
}
