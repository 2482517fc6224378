import type { Run } from '../../engine/protocol/run.ts'
import { copiedEntries, isOfOneImport } from './copied-run.ts'
import type { RunTally } from './database.ts'
import { framesOf, type JournalEntry } from './journal.ts'
import { journalSuffix } from './journal-writer.ts'
import { folderOf, journalsIn } from './journals.ts'
import { alone } from './locks.ts'
import type { Store } from './store.ts'

/** The folder that is made in the one that the user picked, so that nothing else in it is ever touched. */
export const copyName = 'voxelwise-runs'

/** Records in one file at most. */
const usualPortion = 2000

/** What a run's folder has. */
interface Copied {
  readonly files: Set<string>
  readonly indices: Set<number>
  /** The run, and as JSON, as the last file says it. */
  run: Run | null
  said: string
  hasLoad: boolean
}

/**
 * A copy of all runs in a folder of the user's: a folder for each run, in it files of frames as in the journals. A file
 * is written once, under a name of its own, and never changed; what is there already is found by reading it.
 */
export class FolderCopy {
  readonly #store: Store
  readonly #folder: FileSystemDirectoryHandle
  readonly #portion: number
  readonly #copied = new Map<string, Copied>()

  constructor(store: Store, folder: FileSystemDirectoryHandle, portion = usualPortion) {
    this.#store = store
    this.#folder = folder
    this.#portion = portion
  }

  isIn(folder: FileSystemDirectoryHandle): Promise<boolean> {
    return this.#folder.isSameEntry(folder)
  }

  /**
   * Writes what the store has and the folder has not.
   * @throws DOMException where the folder is gone, may not be written to, or has no room
   */
  async copy(): Promise<void> {
    // Another tab would write the same.
    await alone('voxelwise/copy', async () => {
      const root = await this.#folder.getDirectoryHandle(copyName, { create: true })
      for (const { run, tally } of await this.#store.runs()) await this.#copyRun(root, run, tally)
    })
  }

  async #copyRun(root: FileSystemDirectoryHandle, run: Run, tally: RunTally): Promise<void> {
    const said = JSON.stringify(run)
    const before = this.#copied.get(run.id)
    if (before?.said === said && before.indices.size >= tally.answered + tally.failed) return
    const folder = await root.getDirectoryHandle(await folderOf(run.id), { create: true })
    const copied = await this.#look(folder, run.id)
    const head: JournalEntry[] = copied.said === said ? [] : [{ run }]
    take(copied, { run })
    const load = copied.hasLoad ? undefined : await this.#store.load(run.id)
    if (load) head.push({ load })
    const missing = (await this.#store.done(run.id)).filter(index => !copied.indices.has(index))
    // Until the first file is written, nothing says what the run is now.
    copied.said = ''
    for (let at = 0; at < missing.length || head.length > 0; at += this.#portion) {
      const indices = missing.slice(at, at + this.#portion)
      const records = await Promise.all(indices.map(index => this.#store.record(run.id, index)))
      const entries = [...head.splice(0), ...records.flatMap(record => (record ? [{ record }] : []))]
      copied.files.add(await writeNew(folder, entries))
      for (const entry of entries) take(copied, entry)
    }
    copied.said = said
  }

  /** Reads the files that have not been seen yet; all where some are gone. */
  async #look(folder: FileSystemDirectoryHandle, id: string): Promise<Copied> {
    const names = await journalsIn(folder)
    const there = new Set(names)
    let copied = this.#copied.get(id)
    if (!copied || [...copied.files].some(name => !there.has(name)))
      copied = { files: new Set(), indices: new Set(), run: null, said: '', hasLoad: false }
    this.#copied.set(id, copied)
    for (const name of names) {
      if (copied.files.has(name)) continue
      for await (const { index, read } of copiedEntries(folder, [name])) {
        if (index === null) take(copied, read())
        else copied.indices.add(index)
      }
      copied.files.add(name)
    }
    return copied
  }
}

/** Notes what a file says. What was copied of an earlier import of the run counts no more. */
function take(copied: Copied, entry: JournalEntry): void {
  if ('record' in entry) copied.indices.add(entry.record.sample.index)
  else if ('load' in entry) copied.hasLoad = true
  else {
    if (copied.run && !isOfOneImport(copied.run, entry.run)) {
      copied.indices.clear()
      copied.hasLoad = false
    }
    copied.run = entry.run
    copied.said = JSON.stringify(entry.run)
  }
}

/** @returns the file's name, which sorts behind all before it */
async function writeNew(
  folder: FileSystemDirectoryHandle,
  entries: readonly JournalEntry[],
): Promise<string> {
  const name = `${String(Date.now()).padStart(15, '0')}-${crypto.randomUUID()}${journalSuffix}`
  const stream = await (await folder.getFileHandle(name, { create: true })).createWritable()
  try {
    await stream.write(framesOf(entries))
    await stream.close()
  } catch (error) {
    await stream.abort().catch(() => {})
    throw error
  }
  return name
}
