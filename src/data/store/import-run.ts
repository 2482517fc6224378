import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Sample } from '../../engine/protocol/sample.ts'
import { blobBytes } from '../containers/bytes.ts'
import { freshRun, readImported, recordAtRest } from '../export/imported.ts'
import { readRunText } from '../export/run-file.ts'
import { type RunFileTaker, streamRun, UnstreamedError } from '../export/run-file-stream.ts'
import { checkJsonSize, MAX_EXPORTED_FILE, MAX_STREAMED_RUN } from '../sources/file-limits.ts'
import type { RunLoad } from './journal.ts'
import type { Store } from './store.ts'

/** The lock of whoever takes runs in: their records are there before they are. */
export const importing = 'voxelwise/import'

/** Records in one transaction. */
const portion = 2000

/** Bytes from which a file is read a record at a time: as a whole it would take many times as much memory. */
const long = 32_000_000

type OnProgress = (stored: number, of: number) => void

/**
 * Takes in a run.json, under the lock `importing`. A thread that is ended meanwhile leaves records of no run
 * (`Store.deleteLeftovers`).
 * @param onProgress hears of the records that are stored so far, and of all
 * @param from bytes from which it is read a record at a time
 * @returns the new run's id
 * @throws VoxelwiseError run-file, file-too-large, storage-full
 */
export async function importRun(
  store: Store,
  file: File,
  onProgress: OnProgress,
  from = long,
): Promise<string> {
  checkJsonSize(file.name, file.size, MAX_STREAMED_RUN)
  const known = new Set((await store.runs()).map(({ run }) => run.id))
  if (file.size >= from) {
    try {
      return await inPortions(store, file, known, onProgress)
    } catch (error) {
      // In another order than ours it is read as a whole, if it is not too long for that.
      if (!(error instanceof UnstreamedError)) throw error
    }
  }
  return asAWhole(store, file, known, onProgress)
}

async function inPortions(
  store: Store,
  file: File,
  known: ReadonlySet<string>,
  onProgress: OnProgress,
): Promise<string> {
  const taking = new StoredTaker(store, known, onProgress)
  try {
    await streamRun(blobBytes(file.name, file), taking)
    await taking.finish()
  } catch (error) {
    await taking.undo()
    throw error
  }
  return taking.id
}

/** Stores what it is given; none of it is in the list before all is there. */
class StoredTaker implements RunFileTaker {
  readonly #store: Store
  readonly #known: ReadonlySet<string>
  readonly #onProgress: OnProgress
  readonly #imported = new Date().toISOString()
  readonly #runs: Run[] = []
  #load: RunLoad | null = null
  #waiting: RunRecord[] = []
  /** One portion is written while the next is read and checked. */
  #writing: Promise<void> = Promise.resolve()
  #stored = 0
  #own: AsyncIterator<readonly RunRecord[]> | null = null
  #samples = new Map<number, Sample>()
  #last = -1

  constructor(store: Store, known: ReadonlySet<string>, onProgress: OnProgress) {
    this.#store = store
    this.#known = known
    this.#onProgress = onProgress
  }

  get id(): string {
    return this.#runs[0]?.id ?? ''
  }

  async run(run: Run): Promise<void> {
    await this.#flush()
    await this.#writing
    this.#forget()
    this.#runs.push(freshRun(run, this.#known, this.#imported, this.#runs[0]?.id))
  }

  async record(record: RunRecord): Promise<void> {
    this.#waiting.push(recordAtRest(record, this.#runs.at(-1)?.id ?? ''))
    if (this.#waiting.length >= portion) await this.#flush()
  }

  /** Passes ask in the order of the run's own records, so that these are read once more, from front to back. */
  async sampleOf(index: number): Promise<Sample | undefined> {
    if (index <= this.#last)
      return this.#samples.get(index) ?? (await this.#store.record(this.id, index))?.sample
    this.#own ??= this.#store.records(this.id)[Symbol.asyncIterator]()
    while (index > this.#last) {
      const { value, done } = await this.#own.next()
      if (done) return undefined
      this.#samples = new Map(value.map(({ sample }) => [sample.index, sample]))
      this.#last = value.at(-1)?.sample.index ?? this.#last
    }
    return this.#samples.get(index)
  }

  async load(load: RunLoad): Promise<void> {
    this.#load = load
  }

  async finish(): Promise<void> {
    await this.#flush()
    await this.#writing
    if (this.#load) await this.#store.putLoad(this.id, this.#load)
    // A run that is in the list has all its records, whenever the page is closed.
    for (const run of this.#runs.toReversed()) await this.#store.putRun(run)
    await this.#store.end()
    for (const { id } of this.#runs) await this.#store.noteWritten(id)
  }

  async undo(): Promise<void> {
    await this.#writing.catch(() => {})
    await this.#store.end()
    for (const { id } of this.#runs) await this.#store.deleteRun(id)
  }

  #forget(): void {
    this.#own = null
    this.#samples = new Map()
    this.#last = -1
  }

  async #flush(): Promise<void> {
    await this.#writing
    const run = this.#runs.at(-1)
    if (!run || this.#waiting.length === 0) return
    const records = this.#waiting
    this.#waiting = []
    this.#writing = this.#write(run.id, records)
    // Whoever comes next is told.
    this.#writing.catch(() => {})
  }

  async #write(run: string, records: readonly RunRecord[]): Promise<void> {
    const all = this.#runs.reduce((sum, { total }) => sum + total, 0)
    this.#onProgress(this.#stored, all)
    await this.#store.addImported(run, records)
    this.#stored += records.length
  }
}

async function asAWhole(
  store: Store,
  file: File,
  known: ReadonlySet<string>,
  onProgress: OnProgress,
): Promise<string> {
  checkJsonSize(file.name, file.size, MAX_EXPORTED_FILE)
  const { run, records, passes, ...load } = readImported(await readRunText(file), file.name, known)
  const parts = [{ run, records }, ...passes]
  const all = parts.reduce((sum, part) => sum + part.records.length, 0)
  let stored = 0
  try {
    for (const part of parts) {
      for (let at = 0; at < part.records.length; at += portion) {
        onProgress(stored, all)
        const next = part.records.slice(at, at + portion)
        await store.addImported(part.run.id, next)
        stored += next.length
      }
    }
    await store.putLoad(run.id, load)
    // A run that is in the list has all its records, whenever the page is closed.
    for (const part of parts.reverse()) await store.putRun(part.run)
  } catch (error) {
    await store.end()
    for (const part of parts) await store.deleteRun(part.run.id)
    throw error
  }
  await store.end()
  return run.id
}
