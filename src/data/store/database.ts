import type { JsonObject } from '@voxelwise/python'
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb'
import type { RunLoad } from '../../engine/protocol/frame.ts'
import type { DrawnRegion } from '../../engine/protocol/probe.ts'
import { firstProtocol } from '../../engine/protocol/protocol-reference.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { firstOrder } from '../../engine/protocol/settings.ts'
import type { ChosenSource } from '../sources/source.ts'
import { isNamed, isOfFiles } from './private-files.ts'
import { storageError } from './storage-error.ts'

/** How many records a run has, stored with them in one transaction. */
export interface RunTally {
  readonly answered: number
  readonly failed: number
  readonly correct: number
}

/** A mapping as JSON, and the split that was chosen with it; null if none was. */
export interface KeptReading {
  readonly document: JsonObject
  readonly split: string | null
}

interface Schema extends DBSchema {
  runs: { key: string; value: Run }
  tallies: { key: string; value: RunTally }
  /** Keyed by run and by the sample's position in the data set: in order, and never twice. */
  records: { key: [run: string, index: number]; value: RunRecord }
  /** What of the data set was skipped or odd when the run began. */
  loads: { key: string; value: RunLoad }
  /** Folders to come back to: `<run id>/dataset`, `<run id>/model`, `last/dataset`, `last/model`, `last/judge`, `copy`. */
  folders: { key: string; value: ChosenSource }
  /** How the user has the tables of a folder read, by its name. Since version 4. */
  mappings: { key: string; value: KeptReading }
  /** Regions drawn on a data set's images, by its fingerprint. Since version 7. */
  regions: { key: string; value: readonly DrawnRegion[] }
  /** The state of a run's journals that its records were last compared with. Since version 2. */
  compared: { key: string; value: string }
  /** Ids of runs that are being imported: their records come before they do. Since version 5. */
  imports: { key: string; value: string }
  /** Rows derived of the records of large runs (`DerivedStore`). Since version 6. */
  derived: { key: [run: string, part: string, place: number]; value: unknown }
  /** Documents of features (`DocumentStore`). Since version 8. */
  documents: { key: [kind: string, id: string]; value: unknown }
  /** Under `database`, an id that distinguishes this database from one that the browser deleted. Since version 5. */
  identity: { key: string; value: string }
}

export type StoreName = StoreNames<Schema>
export type Database = IDBPDatabase<Schema>
export type Writing = IDBPTransaction<Schema, StoreName[], 'readwrite'>

const databaseName = 'voxelwise'

/** 1 had no `compared`; up to 2 records had letters only (`withNamesOfToday`). */
const version = 8

/** A run as it is stored, its fields in their order, with the settings that runs of older versions do not name. */
export function withDefaults(stored: Run): Run {
  const { settings } = stored
  const { protocol = firstProtocol, order = firstOrder.order, seed = firstOrder.seed } = settings
  const run: Run = { ...withoutRace(stored), settings: { ...settings, protocol, order, seed } }
  return run.probe ? withoutFactsOfRun(run) : run
}

/** Earlier versions could ask several models in stages, and stored with each run which of these races it belongs to. */
const withoutRace = ({ race: _, ...run }: Run & { readonly race?: unknown }): Run => run

/** Earlier versions stored with each pass of a run that the run was merged, or repeats another. */
const withoutFactsOfRun = ({ merged: _, again: __, ...pass }: Run): Run => pass

/** @param onNew called if there was none: a first visit, or a browser that deleted it */
async function openDatabase(onNew: () => void, onClosed: () => void): Promise<Database> {
  return openDB<Schema>(databaseName, version, {
    upgrade(db, from, _to, tx) {
      if (from < 1) {
        db.createObjectStore('runs', { keyPath: 'id' })
        db.createObjectStore('tallies')
        db.createObjectStore('records')
        db.createObjectStore('loads')
        db.createObjectStore('folders')
        onNew()
      }
      if (from < 2) db.createObjectStore('compared')
      if (from < 4) db.createObjectStore('mappings')
      if (from < 5) {
        db.createObjectStore('imports')
        db.createObjectStore('identity')
        void tx.objectStore('identity').put(crypto.randomUUID(), 'database')
      }
      if (from < 6) db.createObjectStore('derived')
      if (from < 7) db.createObjectStore('regions')
      if (from < 8) db.createObjectStore('documents')
    },
    // Another tab with a newer version must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
    terminated: onClosed,
  })
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

export async function writeTo<T>(
  db: Database,
  stores: StoreName[],
  work: (tx: Writing) => Promise<T>,
): Promise<T> {
  const tx = db.transaction(stores, 'readwrite', { durability: 'strict' })
  const [result] = await Promise.all([work(tx), tx.done])
  return result
}
