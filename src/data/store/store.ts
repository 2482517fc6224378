import type { RunLoad } from '../../engine/protocol/frame.ts'
import type { DrawnRegion } from '../../engine/protocol/probe.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { Connection } from './connection.ts'
import type { Database, RunTally, StoreName } from './database.ts'
import { DerivedStore, derivedKeys } from './derived-store.ts'
import { holdReserve, isWorker } from './disk-reserve.ts'
import { DocumentStore } from './document-store.ts'
import { FolderStore } from './folder-store.ts'
import { restStores } from './held-run.ts'
import { Journals, journalFolder } from './journals.ts'
import { withLock } from './locks.ts'
import { broadcastStoreChange } from './news.ts'
import { isNamed, isOfDeletion, isOfFiles } from './private-files.ts'
import { allRecordKeys, emptyTally, recordIndices } from './records.ts'
import { checkAll, noteSame, reconcile, restoreAll, restoredRecords } from './restore.ts'
import { inUse, missing, RunWriting } from './run-writing.ts'
import { storageError } from './storage-error.ts'

/** Does with journals what only a dedicated worker can. */
interface JournalKeeper {
  keepRun(id: string): Promise<void>
  removeJournals(ids: readonly string[]): Promise<void>
}

/** The lock for opening the database: lost data is restored before anyone reads it. */
const opening = 'voxelwise/open'

/** How often private files are used again that the browser deletes meanwhile. */
const mostAttempts = 3

/** Milliseconds in which a browser that closes the database has deleted all that it deletes. */
const lookAfter = 1000

const ofRun: StoreName[] = [
  'runs',
  'tallies',
  'records',
  'loads',
  'folders',
  'compared',
  'imports',
  'derived',
]

/**
 * Runs in the browser's database, each with a second copy in journals (`Journals`), which survive a full disk. Records are on
 * disk when a promise resolves. The journal is written first, so it has everything that the database has.
 */
export class Store {
  #journals: Journals | null
  readonly #writer: JournalKeeper | null
  readonly #connection: Connection
  readonly derived: DerivedStore
  readonly folders: FolderStore
  readonly documents: DocumentStore
  readonly #runs: RunWriting
  #identity: string | undefined
  /** Called where the database is another than before: the browser deleted that. */
  onDeleted: () => void = () => {}

  private constructor(journals: Journals | null, writer: JournalKeeper | null) {
    this.#journals = journals
    this.#writer = writer
    this.#connection = new Connection(
      open => withLock(opening, () => this.#prepare(open)),
      () => {
        if (writer) setTimeout(() => this.#lookAgain(), lookAfter)
      },
    )
    this.derived = new DerivedStore(this.#connection)
    this.folders = new FolderStore(this.#connection)
    this.documents = new DocumentStore(this.#connection)
    this.#runs = new RunWriting(this.#connection, work => this.#onDisk(work))
  }

  /**
   * @param writer for the page's own thread, which cannot write journals
   * @throws VoxelwiseError storage, storage-full or storage-newer
   */
  static async open(writer: JournalKeeper | null = null): Promise<Store> {
    const store = new Store(await Journals.open().catch(withoutJournals), writer)
    await store.#connection.use(async () => {})
    return store
  }

  get hasJournals(): boolean {
    return this.#journals !== null
  }

  runs(): Promise<readonly { readonly run: Run; readonly tally: RunTally }[]> {
    return this.#connection.use(async db => {
      const tx = db.transaction(['runs', 'tallies'])
      const runs = await tx.objectStore('runs').getAll()
      return Promise.all(
        runs.map(async run => ({
          run,
          tally: (await tx.objectStore('tallies').get(run.id)) ?? emptyTally,
        })),
      )
    })
  }

  async run(id: string): Promise<Run> {
    const run = await this.#connection.use(db => db.get('runs', id))
    if (run) return run
    return this.#runs.holds(id) ? this.changeRun(id, same => same) : missing(id)
  }

  /** @throws VoxelwiseError storage-deleted where its records were imported, and the browser has deleted them since */
  async putRun(run: Run): Promise<void> {
    await this.#connection.write(['identity', 'runs', 'imports'], async tx => {
      await this.#runs.checkImport(tx, run.id)
      await tx.objectStore('runs').put(run)
      await tx.objectStore('imports').delete(run.id)
    })
    await this.#keep(run.id)
  }

  /** Changes a run in one transaction. @param change may be called again if the database had to be reopened */
  async changeRun(id: string, change: (run: Run) => Run): Promise<Run> {
    const { changed, identity } = await this.#connection.write(restStores, async tx => {
      const runs = tx.objectStore('runs')
      const identity = await this.#runs.putBack(tx, id)
      const changed = change((await runs.get(id)) ?? missing(id))
      await runs.put(changed)
      return { changed, identity }
    })
    this.#runs.changed(changed, identity)
    await this.#keep(id)
    return changed
  }

  /** Keeps a copy of the run in memory, to write it again if the browser deletes it while this thread works on it. */
  hold(run: Run): Promise<void> {
    return this.#runs.hold(run)
  }

  /**
   * Before a worker adds records of a run. @throws VoxelwiseError storage-full
   * @param onRewritten called after the browser deleted the run and this thread wrote its copies again
   */
  async begin(run: Run, onRewritten: () => void): Promise<void> {
    this.#runs.onRewritten = onRewritten
    await this.hold(run)
    await this.#onDisk(async journals => {
      await holdReserve()
      await journals.append(run.id, [], run)
    })
  }

  /** Closes what was opened. */
  async end(): Promise<void> {
    await this.#journals?.close()
  }

  /** Sees that what this thread stored of a run is still there, and writes it again where the browser has deleted it. */
  async settle(id: string): Promise<void> {
    await this.addRecords(id, [])
  }

  /** Adds a record and counts it, immediately and durably; an existing record stays as it is. */
  async addRecord(record: RunRecord): Promise<void> {
    await this.addRecords(record.run, [record])
  }

  /**
   * Only in a worker. If the browser has deleted the run, it is written again from this thread's copies.
   * @throws VoxelwiseError storage-deleted if the run is missing, and this thread does not work on it
   */
  addRecords(run: string, records: readonly RunRecord[]): Promise<void> {
    return this.#runs.add(run, records)
  }

  /**
   * Adds records of a run that is imported, before the run (`putRun`). As `addRecords`.
   * @throws VoxelwiseError storage-deleted where the browser has deleted those that were added before
   */
  addImported(run: string, records: readonly RunRecord[]): Promise<void> {
    return this.#runs.addImported(run, records)
  }

  /** Gives database and journals of a run what only the other has. In a worker, while nobody works on the run. */
  async reconcile(id: string): Promise<void> {
    await this.#onDisk(journals => this.#connection.use(db => reconcile(db, journals, id)))
  }

  /** Notes that all records of a run were written to both: the next visit need not compare them. As `reconcile`. */
  async noteWritten(id: string): Promise<void> {
    await this.#onDisk(journals => this.#connection.use(db => noteSame(db, journals, id)))
  }

  /** Restores what the browser lost, for all runs. As `reconcile`, and not during an import. */
  async check(): Promise<void> {
    await this.#onDisk(journals => this.#connection.use(db => checkAll(db, journals)))
  }

  /** Indices of the samples that have a record, in order. */
  async done(run: string): Promise<readonly number[]> {
    const all: number[] = []
    const db = await this.#connection.use(async db => db)
    for await (const indices of recordIndices(db, run)) for (const index of indices) all.push(index)
    return all
  }

  async tally(run: string): Promise<RunTally> {
    return (await this.#connection.use(db => db.get('tallies', run))) ?? emptyTally
  }

  /** The number in its tally: counting the keys of 700,000 records takes more than a second. */
  async tallied(run: string): Promise<number> {
    const { answered, failed } = await this.tally(run)
    return answered + failed
  }

  countRecords(run: string): Promise<number> {
    return this.#connection.use(db => db.count('records', allRecordKeys(run)))
  }

  record(run: string, index: number): Promise<RunRecord | undefined> {
    return this.#connection.use(db => db.get('records', [run, index]))
  }

  /** All records in the data set's order, a chunk at a time: 100,000 need not be in memory together. */
  async *records(run: string, chunk = 2000): AsyncGenerator<readonly RunRecord[]> {
    const db = await this.#connection.use(async db => db)
    yield* restoredRecords(db, run, chunk)
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
        await tx.objectStore('records').delete(allRecordKeys(run))
        await tx.objectStore('derived').delete(derivedKeys(run))
        for (const name of ['loads', 'tallies', 'compared', 'runs', 'imports'] as const)
          await tx.objectStore(name).delete(run)
        await tx.objectStore('folders').delete(`${run}/dataset`)
        await tx.objectStore('folders').delete(`${run}/model`)
      }
    })
    this.#runs.forget(ids)
    broadcastStoreChange({ type: 'changed' })
  }

  /** Deletes the remains of an interrupted import; other records of unknown runs stay. Not during an import in any tab. */
  async deleteLeftovers(): Promise<void> {
    const begun = await this.#connection.use(db => db.getAllKeys('imports'))
    for (const id of begun) await this.deleteRun(id)
  }

  /** Records of runs that are not there, by the run's id: an earlier version left them where the browser deleted the run. */
  orphans(): Promise<ReadonlyMap<string, number>> {
    return this.#connection.use(async db => {
      const tx = db.transaction(['runs', 'imports', 'tallies'])
      const tallies = tx.objectStore('tallies')
      const [runs, imports, tallied] = await Promise.all([
        tx.objectStore('runs').getAllKeys(),
        tx.objectStore('imports').getAllKeys(),
        tallies.getAllKeys(),
      ])
      const known = new Set([...runs, ...imports])
      const recordCounts = new Map<string, number>()
      for (const id of tallied.filter(one => !known.has(one))) {
        const { answered, failed } = (await tallies.get(id)) ?? emptyTally
        recordCounts.set(id, answered + failed)
      }
      return recordCounts
    })
  }

  load(run: string): Promise<RunLoad | undefined> {
    return this.#connection.use(db => db.get('loads', run))
  }

  async putLoad(run: string, { skipped, findings, badFiles, frame }: RunLoad): Promise<void> {
    const load = { skipped, findings, badFiles, ...(frame && { frame }) }
    await this.#onDisk(journals => journals.keepLoad(run, load))
    await this.#connection.write(['loads'], tx => tx.objectStore('loads').put(load, run))
  }

  /** As `folders.regions`: what an export of a run needs. */
  regions(fingerprint: string): Promise<readonly DrawnRegion[]> {
    return this.folders.regions(fingerprint)
  }

  /** Bytes of a run's second copy; 0 where it has none. */
  async copyBytes(run: string): Promise<number> {
    return (await this.#journals?.copyBytes(run)) ?? 0
  }

  /** Writes the latest version of a run to its journals, whichever thread changed it. */
  async keepRun(id: string): Promise<void> {
    await withLock(`voxelwise/keep/${id}`, async () => {
      const run = await this.#connection.use(db => db.get('runs', id))
      if (run) await this.#onDisk(journals => journals.keepRun(run))
    })
  }

  async removeJournals(ids: readonly string[]): Promise<void> {
    const folders = await Promise.all(ids.map(journalFolder))
    await this.#onDisk(async journals => {
      if (!(await journals.remove(folders))) throw inUse(ids[0] ?? '')
    })
  }

  async close(): Promise<void> {
    await this.end()
    this.#connection.close()
  }

  async #prepare(open: (onNew: () => void) => Promise<Database>): Promise<Database> {
    let isNew = false
    const db = await open(() => {
      isNew = true
    })
    if (isNew && this.#journals) await restored(db, this.#journals)
    const identity = await db.get('identity', 'database')
    if (this.#identity !== undefined && identity !== this.#identity) this.onDeleted()
    this.#identity = identity
    return db
  }

  /** The browser has closed the database: the page checks whether it is still the same. */
  #lookAgain(): void {
    // The next caller gets the reason why it cannot be opened.
    this.#connection.use(async () => {}).catch(() => {})
  }

  async #keep(id: string): Promise<void> {
    if (this.#writer) await this.#writer.keepRun(id)
    else await this.keepRun(id)
    broadcastStoreChange({ type: 'changed' })
  }

  async #onDisk(work: (journals: Journals) => Promise<unknown>): Promise<void> {
    if (!isWorker()) return
    for (let attempt = 1; this.#journals; attempt++)
      try {
        await work(this.#journals)
        return
      } catch (cause) {
        const error = await storageError(cause, 'private files')
        if (!isOfDeletion(cause) || error.info.code === 'storage-full') throw error
        // The browser deletes them at this moment, and they are made again; or it does not answer for them any more.
        if (attempt < mostAttempts && !isNamed(cause, 'TimeoutError')) {
          await new Promise(resolve => setTimeout(resolve, lookAfter))
          continue
        }
        // The second copy is not worth the end of a run.
        this.#journals = null
        broadcastStoreChange({ type: 'no-copy' })
      }
  }
}

/** Files that fail now are compared with the database at the next visit. */
async function restored(db: Database, journals: Journals): Promise<void> {
  try {
    await restoreAll(db, journals)
  } catch (error) {
    if (!isOfFiles(error)) throw error
    await withoutJournals(error)
  }
}

/** Data deleted at this moment is not needed; other errors are thrown. */
async function withoutJournals(cause: unknown): Promise<null> {
  const error = await storageError(cause, 'private files')
  if (isOfDeletion(cause) && error.info.code !== 'storage-full') return null
  throw error
}
