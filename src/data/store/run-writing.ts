import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Connection } from './connection.ts'
import type { StoreName, Writing } from './database.ts'
import { holdReserve } from './disk-reserve.ts'
import { databaseIdentity, type HeldRun, heldStores, holdRun, isStored, putBack } from './held-run.ts'
import type { Journals } from './journals.ts'
import { broadcastStoreChange } from './news.ts'
import { addTo } from './records.ts'

/** Milliseconds in which a browser that has deleted the database has deleted the files, too. */
const deleting = 500

const ofRecords: StoreName[] = ['identity', 'runs', 'records', 'tallies']

/** Does something with the journals, in a thread that may, and as long as there are some. */
type UseJournals = (work: (journals: Journals) => Promise<unknown>) => Promise<void>

/** Adds the records of runs. Writes again what the browser deletes of them, as far as this thread has copies. */
export class RunWriting {
  readonly #connection: Connection
  readonly #journals: UseJournals
  /** Runs that this thread works on, by their ids. */
  readonly #held = new Map<string, HeldRun>()
  /** The database that an import began in, by the runs that this thread imports. */
  readonly #importing = new Map<string, string | undefined>()
  /** Called after the browser deleted a run and this thread wrote its copies again. */
  onRewritten: () => void = () => {}

  constructor(connection: Connection, journals: UseJournals) {
    this.#connection = connection
    this.#journals = journals
  }

  async hold(run: Run): Promise<void> {
    this.#held.set(run.id, await this.#connection.use(db => holdRun(db, run)))
  }

  holds(id: string): boolean {
    return this.#held.has(id)
  }

  /** A run that is held is another now, in the database of this identity. */
  changed(run: Run, identity: string | undefined): void {
    const held = this.#held.get(run.id)
    if (!held) return
    held.runs = held.runs.map(one => (one.run.id === run.id ? { ...one, run } : one))
    // Records that are held are still to be written again.
    if (held.records.isEmpty) held.identity = identity
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) {
      this.#held.delete(id)
      this.#importing.delete(id)
    }
  }

  /**
   * Writes a deleted run again from its copy. A run that is missing from the same database was deleted by the user. In
   * a transaction over `restStores`. @returns the id of the database
   */
  async putBack(tx: Writing, id: string): Promise<string | undefined> {
    const held = this.#held.get(id)
    const identity = await databaseIdentity(tx)
    if (held && identity !== held.identity) await putBack(tx, held, [])
    return identity
  }

  async add(id: string, records: readonly RunRecord[]): Promise<void> {
    if (records.length > 0) await this.#journals(journals => journals.append(id, records))
    const held = this.#held.get(id)
    const isThere = await this.#connection.write(ofRecords, async tx => {
      if (!(await isStored(tx, id, held))) return false
      if (records.length > 0) await addTo(tx, id, records)
      return true
    })
    if (!isThere) await this.#rewrite(id, held, records)
    if (records.length > 0) held?.records.add(records)
  }

  async addImported(id: string, records: readonly RunRecord[]): Promise<void> {
    await this.#journals(journals => journals.append(id, records))
    await this.#connection.write([...ofRecords, 'imports'], async tx => {
      await this.checkImport(tx, id)
      if ((await tx.objectStore('runs').getKey(id)) === undefined)
        await tx.objectStore('imports').put(new Date().toISOString(), id)
      await addTo(tx, id, records)
    })
  }

  /** In a transaction over `identity`. @throws VoxelwiseError storage-deleted where the browser deleted what was imported */
  async checkImport(tx: Writing, id: string): Promise<void> {
    const identity = await databaseIdentity(tx)
    if (!this.#importing.has(id)) this.#importing.set(id, identity)
    if (this.#importing.get(id) !== identity) throw deletedMeanwhile(id)
  }

  async #rewrite(id: string, held: HeldRun | undefined, records: readonly RunRecord[]): Promise<void> {
    const [own] = held?.runs ?? []
    if (!held || !own) throw deletedMeanwhile(id)
    const all = [...held.records.all(), ...records]
    // It may still be deleting the files.
    await new Promise(resolve => setTimeout(resolve, deleting))
    await this.#journals(async journals => {
      journals.forget(id)
      await holdReserve()
      await journals.append(id, all, own.run)
      if (own.load) await journals.keepLoad(id, own.load)
    })
    // Only records on disk count as held by that database.
    held.identity = await this.#connection.write(heldStores, async tx => {
      await putBack(tx, held, all)
      return databaseIdentity(tx)
    })
    this.onRewritten()
    broadcastStoreChange({ type: 'changed' })
  }
}

/** @throws VoxelwiseError storage */
export function missing(id: string): never {
  throw new VoxelwiseError({
    code: 'storage',
    subject: id,
    message: 'This run is not in this browser.',
    remedy: 'You or the browser deleted it. Restore a backup, import its run.json, or choose another run.',
  })
}

export const inUse = (id: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage',
    subject: id,
    message: 'This run is still being written.',
    remedy: 'Stop the run, here or in another tab, then delete it.',
  })

/** The browser deleted the page's data, and this thread has no copy from which to write the run again. */
const deletedMeanwhile = (id: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage-deleted',
    subject: id,
    message:
      'The browser deleted the data of this page while records were written. These records were not stored.',
    remedy: 'Import the file again, or start the run again.',
  })
