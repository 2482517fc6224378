import type { RunLoad } from '../../engine/protocol/frame.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { margin, needRoom } from './disk-reserve.ts'
import {
  type JournalEntry,
  type Journaled,
  journalBytes,
  journalSlices,
  readEntry,
  recordIndex,
} from './journal.ts'
import { withLock } from './locks.ts'
import {
  bytesIn,
  closeIfThere,
  fileIn,
  growingFile,
  handlesIn,
  inPlace,
  namesIn,
  nullIf,
  openInPlace,
  orTimeout,
  privateRoot,
  removeAll,
  writeAll,
} from './private-files.ts'

const journalSuffix = '.journal'

/** One journal that is being written: entries in sequence, each batch one write. Only in a dedicated worker. */
class JournalWriter {
  readonly #name: string
  readonly #file: FileSystemSyncAccessHandle
  #size = 0

  private constructor(name: string, file: FileSystemSyncAccessHandle) {
    this.#name = name
    this.#file = file
  }

  /**
   * A new journal, whose name sorts after all earlier ones. @throws QuotaExceededError
   * @param run written first, so that the journal alone can restore the run; null if that waits for its records
   */
  static async create(folder: FileSystemDirectoryHandle, run: Run | null): Promise<JournalWriter> {
    await needRoom()
    const name = `${String(Date.now()).padStart(15, '0')}-${crypto.randomUUID()}${journalSuffix}`
    const file = await orTimeout(folder.getFileHandle(name, { create: true }))
    const writer = new JournalWriter(name, await openInPlace(file))
    try {
      if (run) writer.append([{ run }])
    } catch (error) {
      await writer.close(async () => folder)
      throw error
    }
    return writer
  }

  /** On disk when it returns. @throws QuotaExceededError without room for entries and margin; nothing is changed then */
  append(entries: readonly JournalEntry[]): void {
    this.#size = appendTo(this.#file, entries, this.#size)
  }

  close(find: () => Promise<FileSystemDirectoryHandle | null>): Promise<void> {
    return closeIfThere(find, this.#name, this.#file)
  }
}

/** @returns the end of the written bytes */
function appendTo(file: FileSystemSyncAccessHandle, entries: readonly JournalEntry[], at: number): number {
  const bytes = journalBytes(entries)
  writeAll(file, [bytes, margin], at)
  file.truncate(at + bytes.length)
  file.flush()
  return at + bytes.length
}

/** In the private files: a folder for each run. */
export const folderName = 'run-journals'

/** The run itself, and the oddities of its data set, once per change. Sorts after the journals of records. */
export const about = `about${journalSuffix}`

/** Takes records out of journals: of two of a sample the first is the one that was shown. */
export interface RecordSink {
  wants(index: number): boolean
  take(records: readonly RunRecord[]): Promise<void>
}

/**
 * A second copy of every run, in the origin's private file system, which Chromium leaves alone where it throws away a
 * database: after a full disk, above all. A folder for each run, in it a journal of records from every worker that
 * stored some. What writes can be called in dedicated workers only.
 */
export class Journals {
  readonly #writers = new Map<string, JournalWriter>()

  private constructor() {}

  /** @returns null where the browser has no such files */
  static async open(): Promise<Journals | null> {
    const root = await privateRoot()
    if (root) await orTimeout(root.getDirectoryHandle(folderName, { create: true }))
    return root && new Journals()
  }

  async all(): Promise<readonly string[]> {
    const root = await this.#rootIfThere()
    const handles = root ? await handlesIn(root) : []
    return handles.filter(({ kind }) => kind === 'directory').map(({ name }) => name)
  }

  /**
   * Appends records, on disk when it resolves. @param run written at the start of a new journal
   * @throws QuotaExceededError if there is no room; the journal is then unchanged
   */
  async append(id: string, records: readonly RunRecord[], run: Run | null = null): Promise<void> {
    let writer = this.#writers.get(id)
    if (!writer) {
      writer = await JournalWriter.create(await this.#make(id), run)
      this.#writers.set(id, writer)
    }
    if (records.length > 0) writer.append(records.map(record => ({ record })))
  }

  /** Closes the journals that were appended to, so that others may read and remove them. */
  async close(): Promise<void> {
    const writers = [...this.#writers]
    this.#writers.clear()
    for (const [id, writer] of writers) await writer.close(async () => this.#find(await journalFolder(id)))
  }

  /** The browser has deleted the journal of a run: the next records go to another. */
  forget(id: string): void {
    this.#writers.delete(id)
  }

  /** @throws QuotaExceededError */
  async keepRun(run: Run): Promise<void> {
    await this.#note(run.id, { run })
  }

  /** @throws QuotaExceededError */
  async keepLoad(id: string, load: RunLoad): Promise<void> {
    await this.#note(id, { load })
  }

  /**
   * A folder's contents except its records, read a slice at a time: all of a large run would not fit into memory.
   * @param records receives every record's sample, and the records that it wants, in portions
   */
  async read(
    folder: string,
    records: RecordSink | null = null,
  ): Promise<Omit<Journaled, 'records'> & { readonly hasRecords: boolean }> {
    let run: Run | null = null
    let load: RunLoad | null = null
    let damaged = 0
    let hasRecords = false
    const handle = await this.#find(folder)
    for (const name of handle ? await journalsIn(handle) : []) {
      const file = handle && (await growingFile(handle, name))
      if (!file) continue
      for await (const slice of journalSlices(file)) {
        damaged += slice.damaged
        const taken: RunRecord[] = []
        for (const body of slice.bodies) {
          const index = recordIndex(body)
          hasRecords ||= index !== null
          if (index !== null && !records?.wants(index)) continue
          const entry = readEntry(body)
          if ('run' in entry) run = entry.run
          else if ('load' in entry) load = entry.load
          else taken.push(entry.record)
        }
        if (taken.length > 0) await records?.take(taken)
      }
    }
    return { run, load, damaged, hasRecords }
  }

  /** Changes whenever a journal of the run's records does; empty where there is none. */
  async journalState(id: string): Promise<string> {
    const handle = await this.#find(await journalFolder(id))
    if (!handle) return ''
    const sizes: string[] = []
    for (const name of await journalsIn(handle))
      if (name !== about) sizes.push(`${name} ${(await fileIn(handle, name))?.size ?? 0}`)
    return sizes.join('\n')
  }

  async copyBytes(id: string): Promise<number> {
    const handle = await this.#find(await journalFolder(id))
    return handle ? bytesIn(handle) : 0
  }

  /** @returns false where someone still writes to one of them */
  async remove(folders: readonly string[]): Promise<boolean> {
    await this.close()
    const root = await this.#rootIfThere()
    return root === null || removeAll(root, folders)
  }

  /** In another order they would restore an older state. */
  async #note(id: string, entry: JournalEntry): Promise<void> {
    await withLock(`voxelwise/about/${id}`, async () => {
      await needRoom()
      await inPlace(await this.#make(id), about, file => appendTo(file, [entry], file.getSize()))
    })
  }

  async #make(id: string): Promise<FileSystemDirectoryHandle> {
    const folder = await journalFolder(id)
    const root = await rootFolder(true)
    return orTimeout(root.getDirectoryHandle(folder, { create: true }))
  }

  /** What only reads makes no folder: in the midst of a deletion Chromium may not answer any more then. */
  #rootIfThere(): Promise<FileSystemDirectoryHandle | null> {
    return nullIf('NotFoundError', rootFolder(false))
  }

  #find(folder: string): Promise<FileSystemDirectoryHandle | null> {
    const handle = rootFolder(false).then(root => orTimeout(root.getDirectoryHandle(folder)))
    return nullIf('NotFoundError', handle)
  }
}

export async function journalsIn(folder: FileSystemDirectoryHandle): Promise<readonly string[]> {
  return (await namesIn(folder)).filter(name => name.endsWith(journalSuffix)).sort()
}

/** A run's id may be any text, and a name of a folder may not: the beginning of its SHA-256. */
export async function journalFolder(id: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id)))
  return Array.from(digest.subarray(0, 16), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Looked up each time, as the browser may have deleted it (`private-files.ts`). @throws DOMException NotFoundError */
async function rootFolder(create: boolean): Promise<FileSystemDirectoryHandle> {
  const root = await privateRoot()
  if (!root) throw new DOMException('The private files of the page are missing.', 'NotFoundError')
  return orTimeout(root.getDirectoryHandle(folderName, { create }))
}
