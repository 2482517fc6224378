import { databaseName } from '../../../src/data/store/database.ts'

/** A database as it is made past the store's own code. */
export function makeDatabase(
  version: number,
  make: (db: IDBDatabase, tx: IDBTransaction) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, version)
    opening.onupgradeneeded = () => {
      if (opening.transaction) make(opening.result, opening.transaction)
    }
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
    opening.onerror = () => reject(opening.error)
  })
}
