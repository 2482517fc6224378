import type { RunLoad } from '../../engine/protocol/frame.ts'
import type { DrawnRegion } from '../../engine/protocol/probe.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { RunFileTaker } from '../export/run-file-stream.ts'
import type { Store } from './store.ts'

/** Records in one transaction. */
const portion = 2000

/** Where a run or a pass of a file is stored. */
export interface Destination {
  /** As it is stored. */
  readonly run: Run
  readonly isNew: boolean
  /** Indices of the records that are there already, and stay as they are. */
  readonly has: ReadonlySet<number>
}

/** How much is read and written per step, if not the default: for tests. */
export interface Portions {
  /** Records in one transaction. */
  readonly records?: number
  /** Bytes in one slice of a file. */
  readonly slice?: number
}

/** Stores a run.json while it is read. A new run is not in the list before all of it is there. */
export class StoredTaker implements RunFileTaker {
  readonly #store: Store
  readonly #findDestination: (run: Run, parent: Run | null) => Promise<Destination>
  readonly #onProgress: (stored: number, of: number) => void
  readonly #portion: number
  readonly #all: Destination[] = []
  /** Records added to each. */
  readonly #added: number[] = []
  #load: RunLoad | null = null
  #regions: readonly DrawnRegion[] = []
  #waiting: RunRecord[] = []
  /** One portion is written while the next is read and checked. */
  #writing: Promise<void> = Promise.resolve()
  #own: AsyncIterator<readonly RunRecord[]> | null = null
  #records = new Map<number, RunRecord>()
  #last = -1

  /**
   * @param findDestination of a run; `parent` is the run of the file as it is stored, if this is a pass
   * @param onProgress called with the number of stored records, and the maximum
   */
  constructor(
    store: Store,
    findDestination: (run: Run, parent: Run | null) => Promise<Destination>,
    onProgress: (stored: number, of: number) => void,
    { records = portion }: Portions,
  ) {
    this.#store = store
    this.#findDestination = findDestination
    this.#onProgress = onProgress
    this.#portion = records
  }

  get id(): string {
    return this.#all[0]?.run.id ?? ''
  }

  get runs(): number {
    return this.#all.filter(({ isNew }) => isNew).length
  }

  get records(): number {
    return this.#added.reduce((sum, count) => sum + count, 0)
  }

  /** Records that were added to runs which were there before. */
  get recordsOfOthers(): number {
    return this.#added.reduce((sum, count, at) => sum + (this.#all[at]?.isNew ? 0 : count), 0)
  }

  async run(run: Run): Promise<void> {
    await this.#flush()
    await this.#writing
    this.#forget()
    this.#all.push(await this.#findDestination(run, this.#all[0]?.run ?? null))
    this.#added.push(0)
  }

  async record(record: RunRecord): Promise<void> {
    const { run, has } = this.#current()
    if (has.has(record.sample.index)) return
    this.#waiting.push({ ...record, run: run.id })
    if (this.#waiting.length >= this.#portion) await this.#flush()
  }

  /** Passes mostly ask in the order of the run's own records, so these are read once more from front to back. */
  async ownRecord(index: number): Promise<RunRecord | undefined> {
    if (index <= this.#last) return this.#records.get(index) ?? (await this.#store.record(this.id, index))
    this.#own ??= this.#store.records(this.id)[Symbol.asyncIterator]()
    while (index > this.#last) {
      const { value, done } = await this.#own.next()
      if (done) return undefined
      this.#records = new Map(value.map(record => [record.sample.index, record]))
      this.#last = value.at(-1)?.sample.index ?? this.#last
    }
    return this.#records.get(index)
  }

  async load({ regions = [], ...load }: Parameters<RunFileTaker['load']>[0]): Promise<void> {
    this.#load = load
    this.#regions = regions
  }

  async finish(): Promise<void> {
    await this.#flush()
    await this.#writing
    const [mainRun] = this.#all
    if (mainRun && this.#load && (mainRun.isNew || !(await this.#store.load(this.id))))
      await this.#store.putLoad(this.id, this.#load)
    if (mainRun && this.#regions.length > 0)
      await this.#store.folders.addRegions(mainRun.run.dataset.fingerprint, this.#regions)
    const added = this.#all.filter(({ isNew }) => isNew).map(({ run }) => run)
    // A run that is in the list has all its records, even if the page is closed now.
    for (const run of added.toReversed()) await this.#store.putRun(run)
    await this.#store.end()
    for (const { id } of added) await this.#store.noteWritten(id)
  }

  /** Deletes new data. Records that were added to an existing run stay: each was checked. */
  async undo(): Promise<void> {
    await this.#writing.catch(() => {})
    await this.#store.end()
    for (const { run, isNew } of this.#all) if (isNew) await this.#store.deleteRun(run.id)
  }

  #current(): Destination {
    const current = this.#all.at(-1)
    if (current) return current
    throw new Error('A record came before its run.')
  }

  #forget(): void {
    this.#own = null
    this.#records = new Map()
    this.#last = -1
  }

  async #flush(): Promise<void> {
    await this.#writing
    if (this.#waiting.length === 0) return
    const records = this.#waiting
    this.#waiting = []
    this.#writing = this.#write(this.#current().run.id, records)
    // The next one that waits for it gets the error.
    this.#writing.catch(() => {})
  }

  async #write(run: string, records: readonly RunRecord[]): Promise<void> {
    const expected = this.#all.reduce(
      (sum, { run: { total }, has }) => sum + Math.max(0, total - has.size),
      0,
    )
    this.#onProgress(this.records, expected)
    await this.#store.addImported(run, records)
    this.#added[this.#all.length - 1] = (this.#added.at(-1) ?? 0) + records.length
  }
}

/**
 * A run from a file, ready to be stored: nobody works on it.
 * @param known ids that this browser has: a run with one of them gets another @param imported when, by ISO 8601
 * @param parent new id of the run, where it is a pass
 */
export function freshRun(
  run: Run,
  known: ReadonlySet<string>,
  imported: string,
  parent: string | undefined,
): Run {
  return {
    ...run,
    id: known.has(run.id) ? crypto.randomUUID() : run.id,
    ...(parent !== undefined && { parent }),
    imported,
    state: run.state === 'running' ? 'paused' : run.state,
  }
}
