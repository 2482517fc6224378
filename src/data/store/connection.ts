import { openDB } from 'idb'
import {
  type Database,
  type DatabaseSchema,
  databaseName,
  type StoreName,
  type Writing,
  writeTo,
} from './database.ts'
import { databaseVersion, type Upgrading, upgradeRecords, upgradeStores } from './database-upgrade.ts'
import { isNamed, isOfFiles } from './private-files.ts'
import { storageError } from './storage-error.ts'

/** @param onNew called if there was none: a first visit, or a browser that deleted it */
async function openDatabase(onNew: () => void, onClosed: () => void): Promise<Database> {
  const db = await openDB<DatabaseSchema>(databaseName, databaseVersion, {
    upgrade(_db, from, _to, tx) {
      if (from === 0) onNew()
      // Then opening fails, and the database is as it was.
      Promise.all([upgradeStores(tx), tx.done]).catch(() => abortIfOpen(tx))
    },
    // Another tab with a newer version must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
    terminated: onClosed,
  })
  try {
    await upgradeRecords(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function abortIfOpen(tx: Upgrading): void {
  try {
    tx.abort()
  } catch {
    // A failed request has aborted it already.
  }
}

/** Chromium's errors of a database that was closed or deleted. `NotReadableError`: of values over 64 kB, kept in files. */
const ofClosed = ['InvalidStateError', 'UnknownError', 'AbortError', 'NotReadableError']

/** The database, reopened if it was closed unexpectedly, as Chromium does silently if a disk fails. */
export class Connection {
  #db: Promise<Database> | null = null
  readonly #prepare: (open: (onNew: () => void) => Promise<Database>) => Promise<Database>
  readonly #onClosed: () => void
  readonly #pauses: readonly number[]

  /**
   * @param prepare opens it, and prepares it before its first use
   * @param onClosed called when the browser has closed it, as it does before it deletes it
   * @param pauses milliseconds before each new connection: while Chromium deletes a database, several may break
   */
  constructor(
    prepare: (open: (onNew: () => void) => Promise<Database>) => Promise<Database>,
    onClosed: () => void,
    pauses: readonly number[] = [0, 100, 1000],
  ) {
    this.#prepare = prepare
    this.#onClosed = onClosed
    this.#pauses = pauses
  }

  /**
   * Does something with the database; again on a new connection if the old one is closed, or of a deleted database.
   * Repeating it must have the same result. @throws VoxelwiseError storage, storage-full or storage-newer; DOMException of
   * the private files, if the work uses them
   */
  async use<T>(work: (db: Database) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      const opening = this.#open()
      try {
        return await work(await opening)
      } catch (error) {
        if (isOfFiles(error)) throw error
        if (!isNamed(error, ...ofClosed)) throw await storageError(error)
        this.#leave(opening)
        const pause = this.#pauses[attempt]
        if (pause === undefined) throw await storageError(error)
        await new Promise(resolve => setTimeout(resolve, pause))
      }
    }
  }

  /** In one transaction, on disk when it resolves. */
  async write<T>(stores: StoreName[], work: (tx: Writing) => Promise<T>): Promise<T> {
    return this.use(db => writeTo(db, stores, work))
  }

  close(): void {
    this.#db?.then(db => db.close()).catch(() => {})
    this.#db = null
  }

  #leave(opening: Promise<Database>): void {
    if (this.#db === opening) this.#db = null
    opening.then(db => db.close()).catch(() => {})
  }

  #open(): Promise<Database> {
    if (this.#db !== null) return this.#db
    const opening = this.#prepare(onNew =>
      openDatabase(onNew, () => {
        if (this.#db === opening) this.#db = null
        this.#onClosed()
      }),
    )
    opening.catch(() => {
      if (this.#db === opening) this.#db = null
    })
    this.#db = opening
    return opening
  }
}
