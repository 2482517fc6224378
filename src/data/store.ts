import { type DBSchema, type IDBPDatabase, openDB, unwrap } from 'idb'
import { VoxelwiseError } from '../engine/errors.ts'
import type { RunRecord } from '../engine/record.ts'
import type { Run } from '../engine/run.ts'
import type { LoadedDataset } from '../engine/sample.ts'
import { addNew } from './add-new.ts'
import type { SourceDescriptor } from './sources/descriptor.ts'

/** How many records a run has, kept with them in one transaction. */
export interface RunTally {
  readonly answered: number
  readonly failed: number
  readonly correct: number
}

export type RunLoad = Pick<LoadedDataset, 'skipped' | 'findings' | 'badFiles'>

interface Schema extends DBSchema {
  runs: { key: string; value: Run }
  tallies: { key: string; value: RunTally }
  /** Keyed by run and by the sample's position in the data set: in order, and never twice. */
  records: { key: [run: string, index: number]; value: RunRecord }
  /** What of the data set was skipped or odd when the run began. */
  loads: { key: string; value: RunLoad }
  /** Folders to come back to: `<run id>/dataset`, `<run id>/model`, `last/dataset`, `last/model`. */
  folders: { key: string; value: SourceDescriptor }
}

type StoreName = 'runs' | 'tallies' | 'records' | 'loads' | 'folders'

const emptyTally: RunTally = { answered: 0, failed: 0, correct: 0 }

/** The browser's own database of runs. Records are on disk when a promise resolves, not only promised. */
export class Store {
  readonly #db: IDBPDatabase<Schema>

  private constructor(db: IDBPDatabase<Schema>) {
    this.#db = db
  }

  /** @throws VoxelwiseError storage */
  static async open(): Promise<Store> {
    try {
      return new Store(
        await openDB<Schema>('voxelwise', 1, {
          upgrade(db) {
            db.createObjectStore('runs', { keyPath: 'id' })
            db.createObjectStore('tallies')
            db.createObjectStore('records')
            db.createObjectStore('loads')
            db.createObjectStore('folders')
          },
          // Another tab with a newer version must not wait for this one.
          blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
        }),
      )
    } catch (cause) {
      throw storageError(cause)
    }
  }

  async runs(): Promise<readonly { readonly run: Run; readonly tally: RunTally }[]> {
    const tx = this.#db.transaction(['runs', 'tallies'])
    const runs = await tx.objectStore('runs').getAll()
    return Promise.all(
      runs.map(async run => ({ run, tally: (await tx.objectStore('tallies').get(run.id)) ?? emptyTally })),
    )
  }

  async run(id: string): Promise<Run> {
    const run = await this.#db.get('runs', id)
    if (run) return run
    throw new VoxelwiseError({
      code: 'storage',
      subject: id,
      message: 'There is no such run in this browser.',
      remedy: 'It may have been deleted; import its run.json, or choose another run.',
    })
  }

  async putRun(run: Run): Promise<void> {
    await this.#write(['runs'], tx => tx.objectStore('runs').put(run))
  }

  /** Changes some fields of a run in one transaction. */
  async changeRun(id: string, change: (run: Run) => Run): Promise<Run> {
    const current = await this.run(id)
    const changed = change(current)
    await this.putRun(changed)
    return changed
  }

  /** Adds a record and counts it, at once and durably; a record that is there already stays as it is. */
  async addRecord(record: RunRecord): Promise<void> {
    await this.addRecords(record.run, [record])
  }

  async addRecords(run: string, records: readonly RunRecord[]): Promise<void> {
    await this.#write(['records', 'tallies'], async tx => {
      const tallies = tx.objectStore('tallies')
      const [tally, added] = await Promise.all([
        tallies.get(run),
        addNew(unwrap(tx.objectStore('records')), records, record => [run, record.sample.index]),
      ])
      await tallies.put(added.reduce(count, tally ?? emptyTally), run)
    })
  }

  /** Indices of the samples that have a record, in order. */
  async done(run: string): Promise<readonly number[]> {
    const keys = await this.#db.getAllKeys('records', allOf(run))
    return keys.map(([, index]) => index)
  }

  countRecords(run: string): Promise<number> {
    return this.#db.count('records', allOf(run))
  }

  async record(run: string, index: number): Promise<RunRecord | undefined> {
    return this.#db.get('records', [run, index])
  }

  /** All records in the data set's order, a chunk at a time: 100,000 need not be held at once. */
  async *records(run: string, chunk = 2000): AsyncGenerator<readonly RunRecord[]> {
    for (let after = -1; ; ) {
      const range = IDBKeyRange.bound([run, after], [run, Number.POSITIVE_INFINITY], true)
      const records = await this.#db.getAll('records', range, chunk)
      const last = records.at(-1)
      if (!last) return
      yield records
      after = last.sample.index
    }
  }

  /** With the passes that belong to it. */
  async deleteRun(id: string): Promise<void> {
    await this.#write(['runs', 'tallies', 'records', 'loads', 'folders'], async tx => {
      const passes = (await tx.objectStore('runs').getAll()).filter(({ parent }) => parent === id)
      for (const run of [id, ...passes.map(pass => pass.id)]) {
        await tx.objectStore('records').delete(allOf(run))
        await tx.objectStore('loads').delete(run)
        await tx.objectStore('tallies').delete(run)
        await tx.objectStore('folders').delete(`${run}/dataset`)
        await tx.objectStore('folders').delete(`${run}/model`)
        await tx.objectStore('runs').delete(run)
      }
    })
  }

  /**
   * Deletes records that belong to no run: of an import that broke off with its page. Not to be called while an
   * import goes on, in whatever tab.
   */
  async deleteLeftovers(): Promise<void> {
    const tx = this.#db.transaction(['runs', 'tallies'])
    const [runs, tallied] = await Promise.all([
      tx.objectStore('runs').getAllKeys(),
      tx.objectStore('tallies').getAllKeys(),
    ])
    const known = new Set(runs)
    for (const id of tallied) if (!known.has(id)) await this.deleteRun(id)
  }

  load(run: string): Promise<RunLoad | undefined> {
    return this.#db.get('loads', run)
  }

  async putLoad(run: string, { skipped, findings, badFiles }: RunLoad): Promise<void> {
    await this.#write(['loads'], tx => tx.objectStore('loads').put({ skipped, findings, badFiles }, run))
  }

  folder(key: string): Promise<SourceDescriptor | undefined> {
    return this.#db.get('folders', key)
  }

  /** A list of `File`s is not kept: it would be copied whole into the database. Only its name is. */
  async keepFolder(key: string, descriptor: SourceDescriptor): Promise<void> {
    const kept = descriptor.kind === 'files' ? { ...descriptor, files: [] } : descriptor
    await this.#write(['folders'], tx => tx.objectStore('folders').put(kept, key))
  }

  async #write(
    stores: StoreName[],
    work: (tx: ReturnType<typeof this.transaction>) => Promise<unknown>,
  ): Promise<void> {
    const tx = this.transaction(stores)
    try {
      await Promise.all([work(tx), tx.done])
    } catch (cause) {
      throw storageError(cause)
    }
  }

  private transaction(stores: StoreName[]) {
    return this.#db.transaction(stores, 'readwrite', { durability: 'strict' })
  }
}

function allOf(run: string): IDBKeyRange {
  return IDBKeyRange.bound([run, 0], [run, Number.POSITIVE_INFINITY])
}

function count(tally: RunTally, record: RunRecord): RunTally {
  if (record.status === 'failed') return { ...tally, failed: tally.failed + 1 }
  return {
    ...tally,
    answered: tally.answered + 1,
    correct: tally.correct + (record.correct ? 1 : 0),
  }
}

function storageError(cause: unknown): VoxelwiseError {
  if (cause instanceof VoxelwiseError) return cause
  const full = cause instanceof DOMException && cause.name === 'QuotaExceededError'
  const detail = cause instanceof Error ? cause.message : String(cause)
  return new VoxelwiseError({
    code: full ? 'storage-full' : 'storage',
    subject: 'IndexedDB',
    message: full ? 'The browser has no room left for records.' : `The browser's database failed: ${detail}`,
    remedy: full
      ? 'Export and delete old runs, or free disk space, then continue the run.'
      : 'Reload the page; private windows and full disks are the usual causes.',
    cause,
  })
}
