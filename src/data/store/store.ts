import type { RowLine, RowPart } from '../../engine/analysis/derived-rows.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { withNamesOfToday } from '../../engine/protocol/older-record.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import { firstProtocol } from '../../engine/protocol/registry.ts'
import { firstOrder, type Run, type RunSettings } from '../../engine/protocol/run.ts'
import type { ChosenSource } from '../sources/descriptor.ts'
import { Connection, type Database, type KeptReading, type RunTally, type StoreName } from './database.ts'
import type { RunLoad } from './journal.ts'
import { folderOf, Journals } from './journals.ts'
import { alone } from './locks.ts'
import { tell } from './news.ts'
import { addRecords, allOf, emptyTally, indicesOf } from './records.ts'
import { checkAll, noteSame, reconcile, recordsOf, restoreAll } from './restore.ts'
import { holdReserve, isWorker } from './room.ts'
import { storageError } from './storage-error.ts'

export type { RunTally } from './database.ts'
export type { RunLoad } from './journal.ts'

/** Does with journals what only a dedicated worker can. */
export interface JournalKeeper {
  keepRun(id: string): Promise<void>
  removeJournals(ids: readonly string[]): Promise<void>
}

/** The lock of whoever opens the database: what a browser threw away is back before anyone looks. */
const opening = 'voxelwise/open'

/** Of the folder of the user's that runs are copied to, among the folders to come back to. */
export const copyKey = 'copy'

const ofRun: StoreName[] = ['runs', 'tallies', 'records', 'loads', 'folders', 'compared']

/**
 * Runs in the browser's own database, each with a second copy in journals (`Journals`), which outlive a full disk where
 * the database may not. Records are on disk when a promise resolves, not only promised; the journal is first, so that
 * what the database has the journal has too.
 */
export class Store {
  readonly #journals: Journals | null
  readonly #writer: JournalKeeper | null
  readonly #connection: Connection

  private constructor(journals: Journals | null, writer: JournalKeeper | null) {
    this.#journals = journals
    this.#writer = writer
    this.#connection = new Connection(open => alone(opening, () => this.#prepare(open)))
  }

  /**
   * @param writer for the page's own thread, which cannot write journals
   * @throws VoxelwiseError storage, storage-full or storage-newer
   */
  static async open(writer: JournalKeeper | null = null): Promise<Store> {
    const store = new Store(await Journals.open().catch(rethrow), writer)
    await store.#connection.use(async () => {})
    return store
  }

  /** Whether runs have their second copy in this browser. */
  get hasJournals(): boolean {
    return this.#journals !== null
  }

  runs(): Promise<readonly { readonly run: Run; readonly tally: RunTally }[]> {
    return this.#connection.use(async db => {
      const tx = db.transaction(['runs', 'tallies'])
      const runs = await tx.objectStore('runs').getAll()
      return Promise.all(
        runs.map(async run => ({
          run: withDefaults(run),
          tally: (await tx.objectStore('tallies').get(run.id)) ?? emptyTally,
        })),
      )
    })
  }

  async run(id: string): Promise<Run> {
    return withDefaults((await this.#connection.use(db => db.get('runs', id))) ?? missing(id))
  }

  async putRun(run: Run): Promise<void> {
    await this.#connection.write(['runs'], tx => tx.objectStore('runs').put(run))
    await this.#keep(run.id)
  }

  /**
   * Changes some fields of a run in one transaction: what another thread changes meanwhile stays changed.
   * @param change may be called again where the database had to be opened anew
   */
  async changeRun(id: string, change: (run: Run) => Run): Promise<Run> {
    const changed = await this.#connection.write(['runs'], async tx => {
      const runs = tx.objectStore('runs')
      const run = change(withDefaults((await runs.get(id)) ?? missing(id)))
      await runs.put(run)
      return run
    })
    await this.#keep(id)
    return changed
  }

  /**
   * To be called before records of a run are added by a worker that asks.
   * @throws VoxelwiseError storage-full where the disk has too little room to begin
   */
  async begin(run: Run): Promise<void> {
    if (!this.#journals) return
    await this.#onDisk(async journals => {
      await holdReserve()
      await journals.append(run.id, [], run)
    })
  }

  /** Lets go of what was begun. */
  end(): void {
    this.#journals?.close()
  }

  /** Adds a record and counts it, at once and durably; a record that is there already stays as it is. */
  async addRecord(record: RunRecord): Promise<void> {
    await this.addRecords(record.run, [record])
  }

  /** Only in a worker. */
  async addRecords(run: string, records: readonly RunRecord[]): Promise<void> {
    await this.#onDisk(journals => journals.append(run, records))
    await this.#connection.use(db => addRecords(db, run, records))
  }

  /**
   * Gives the database what only the journals of a run have, and the other way round. Only in a worker, and while
   * nobody works on the run.
   */
  async reconcile(id: string): Promise<void> {
    await this.#onDisk(journals => this.#connection.use(db => reconcile(db, journals, id)))
  }

  /**
   * Notes that all records of a run were written to both and none broke off, so that the next visit need not compare them. As
   * `reconcile`.
   */
  async noteWritten(id: string): Promise<void> {
    await this.#onDisk(journals => this.#connection.use(db => noteSame(db, journals, id)))
  }

  /** Brings back what the browser lost, of all runs. As `reconcile`, and not while an import goes on. */
  async check(): Promise<void> {
    await this.#onDisk(journals => this.#connection.use(db => checkAll(db, journals)))
  }

  /** Indices of the samples that have a record, in order. */
  async done(run: string): Promise<readonly number[]> {
    const all: number[] = []
    const db = await this.#connection.use(async db => db)
    for await (const indices of indicesOf(db, run)) for (const index of indices) all.push(index)
    return all
  }

  async tally(run: string): Promise<RunTally> {
    return (await this.#connection.use(db => db.get('tallies', run))) ?? emptyTally
  }

  /** As many as its tally says, at once: to count the keys of 700,000 records takes more than a second. */
  async tallied(run: string): Promise<number> {
    const { answered, failed } = await this.tally(run)
    return answered + failed
  }

  countRecords(run: string): Promise<number> {
    return this.#connection.use(db => db.count('records', allOf(run)))
  }

  async record(run: string, index: number): Promise<RunRecord | undefined> {
    const stored = await this.#connection.use(db => db.get('records', [run, index]))
    return stored && withNamesOfToday(stored)
  }

  /** All records in the data set's order, a chunk at a time: 100,000 need not be held at once. */
  async *records(run: string, chunk = 2000): AsyncGenerator<readonly RunRecord[]> {
    const db = await this.#connection.use(async db => db)
    yield* recordsOf(db, run, chunk)
  }

  /** With the passes that belong to it. @throws VoxelwiseError storage where a worker still writes to one */
  async deleteRun(id: string): Promise<void> {
    const passes = (await this.runs()).filter(({ run }) => run.parent === id)
    const ids = [id, ...passes.map(({ run }) => run.id)]
    // First, so that a browser that breaks off now does not bring it back.
    if (this.#writer) await this.#writer.removeJournals(ids)
    else await this.removeJournals(ids)
    await this.#connection.write(ofRun, async tx => {
      for (const run of ids) {
        await tx.objectStore('records').delete(allOf(run))
        for (const name of ['loads', 'tallies', 'compared', 'runs'] as const)
          await tx.objectStore(name).delete(run)
        await tx.objectStore('folders').delete(`${run}/dataset`)
        await tx.objectStore('folders').delete(`${run}/model`)
      }
    })
    tell({ type: 'changed' })
  }

  /**
   * Deletes records that belong to no run: of an import that broke off with its page. Not to be called while an
   * import goes on, in whatever tab.
   */
  async deleteLeftovers(): Promise<void> {
    const [runs, tallied] = await this.#connection.use(async db => {
      const tx = db.transaction(['runs', 'tallies'])
      return Promise.all([tx.objectStore('runs').getAllKeys(), tx.objectStore('tallies').getAllKeys()])
    })
    const known = new Set(runs)
    for (const id of tallied) if (!known.has(id)) await this.deleteRun(id)
  }

  load(run: string): Promise<RunLoad | undefined> {
    return this.#connection.use(db => db.get('loads', run))
  }

  async putLoad(run: string, { skipped, findings, badFiles, frame }: RunLoad): Promise<void> {
    const load = { skipped, findings, badFiles, ...(frame && { frame }) }
    await this.#onDisk(journals => journals.keepLoad(run, load))
    await this.#connection.write(['loads'], tx => tx.objectStore('loads').put(load, run))
  }

  folder(key: string): Promise<ChosenSource | undefined> {
    return this.#connection.use(db => db.get('folders', key))
  }

  /** A list of `File`s is not kept: it would be copied whole into the database. Only its name is. */
  async keepFolder(key: string, descriptor: ChosenSource): Promise<void> {
    const kept = descriptor.kind === 'files' ? { ...descriptor, files: [] } : descriptor
    await this.#connection.write(['folders'], tx => tx.objectStore('folders').put(kept, key))
  }

  /** Of all folders but the one that runs are copied to. */
  async folderKeys(): Promise<readonly string[]> {
    const keys = await this.#connection.use(db => db.getAllKeys('folders'))
    return keys.filter(key => key !== copyKey)
  }

  /** @param keys all but the one that runs are copied to, and how their tables are read, unless given */
  async forgetFolders(keys?: readonly string[]): Promise<void> {
    const forgotten = keys ?? (await this.folderKeys())
    await this.#connection.write(['folders', 'mappings'], async tx => {
      for (const key of forgotten) await tx.objectStore('folders').delete(key)
      if (keys === undefined) await tx.objectStore('mappings').clear()
    })
  }

  /** How the user has the tables of a folder read. */
  mapping(folder: string): Promise<KeptReading | undefined> {
    return this.#connection.use(db => db.get('mappings', folder))
  }

  async keepMapping(folder: string, reading: KeptReading): Promise<void> {
    await this.#connection.write(['mappings'], tx => tx.objectStore('mappings').put(reading, folder))
  }

  async forgetMapping(folder: string): Promise<void> {
    await this.#connection.write(['mappings'], tx => tx.objectStore('mappings').delete(folder))
  }

  /** What was derived of a run's records and kept, line by line; nothing where there is none. */
  async *rowLines(run: string, part: RowPart): AsyncGenerator<string> {
    if (this.#journals) yield* this.#journals.rowLines(run, part)
  }

  /** Only in a worker. It is a convenience: where there is no room for it, it is not kept. */
  async keepRowLines(run: string, lines: AsyncIterable<RowLine>): Promise<void> {
    if (!this.#journals || !isWorker()) return
    try {
      await this.#journals.keepRowLines(run, lines)
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
    }
  }

  /** Bytes of a run's second copy; 0 where it has none. */
  async bytesOf(run: string): Promise<number> {
    return (await this.#journals?.bytesOf(run)) ?? 0
  }

  /** Notes in its journals what a run is now, whoever changed it last. */
  async keepRun(id: string): Promise<void> {
    await alone(`voxelwise/keep/${id}`, async () => {
      const run = await this.#connection.use(db => db.get('runs', id))
      if (run) await this.#onDisk(journals => journals.keepRun(run))
    })
  }

  async removeJournals(ids: readonly string[]): Promise<void> {
    const folders = await Promise.all(ids.map(folderOf))
    await this.#onDisk(async journals => {
      if (!(await journals.remove(folders))) throw inUse(ids[0] ?? '')
    })
  }

  close(): void {
    this.end()
    this.#connection.close()
  }

  async #prepare(open: (onNew: () => void) => Promise<Database>): Promise<Database> {
    let isNew = false
    const db = await open(() => {
      isNew = true
    })
    if (isNew && this.#journals) await restoreAll(db, this.#journals)
    return db
  }

  async #keep(id: string): Promise<void> {
    if (this.#writer) await this.#writer.keepRun(id)
    else await this.keepRun(id)
    tell({ type: 'changed' })
  }

  async #onDisk(work: (journals: Journals) => Promise<unknown>): Promise<void> {
    try {
      if (this.#journals && isWorker()) await work(this.#journals)
    } catch (error) {
      throw await storageError(error, 'private files')
    }
  }
}

async function rethrow(error: unknown): Promise<never> {
  throw await storageError(error, 'private files')
}

function missing(id: string): never {
  throw new VoxelwiseError({
    code: 'storage',
    subject: id,
    message: 'There is no such run in this browser.',
    remedy:
      'It was deleted, or thrown away by the browser on a full disk; restore a backup, import its run.json, or choose another run.',
  })
}

const inUse = (id: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage',
    subject: id,
    message: 'A worker still writes to this run.',
    remedy: 'Stop the run, here or in another tab, and delete it then.',
  })

/** What runs of older versions were made with before there was a choice. */
function olderSettings(settings: Partial<RunSettings>): Pick<RunSettings, 'protocol' | 'order' | 'seed'> {
  const { protocol = firstProtocol, order = firstOrder.order, seed = firstOrder.seed } = settings
  return { protocol, order, seed }
}

function withDefaults({ settings, ...run }: Run): Run {
  return {
    ...run,
    settings: { ...settings, ...olderSettings(settings) },
  }
}
