import type { Run } from '../../engine/protocol/run.ts'
import { margin, needRoom } from './disk-reserve.ts'
import { type JournalEntry, journalBytes } from './journal.ts'
import { answered, closeIfThere, openInPlace, writeAll } from './private-files.ts'

export const journalSuffix = '.journal'

/** One journal that is being written: entries in sequence, each batch one write. Only in a dedicated worker. */
export class JournalWriter {
  readonly #name: string
  readonly #file: FileSystemSyncAccessHandle
  #size = 0

  private constructor(name: string, file: FileSystemSyncAccessHandle) {
    this.#name = name
    this.#file = file
  }

  /**
   * A new journal, whose name sorts after all earlier ones.
   * @param run written first, so that the journal alone can restore the run; null if that waits for its records
   * @throws QuotaExceededError
   */
  static async create(folder: FileSystemDirectoryHandle, run: Run | null): Promise<JournalWriter> {
    await needRoom()
    const name = `${String(Date.now()).padStart(15, '0')}-${crypto.randomUUID()}${journalSuffix}`
    const file = await answered(folder.getFileHandle(name, { create: true }))
    const writer = new JournalWriter(name, await openInPlace(file))
    try {
      if (run) writer.append([{ run }])
    } catch (error) {
      await writer.close(async () => folder)
      throw error
    }
    return writer
  }

  /**
   * On disk when it returns.
   * @throws QuotaExceededError where there is no room for the entries and the margin; the journal is then as it was
   */
  append(entries: readonly JournalEntry[]): void {
    this.#size = appendTo(this.#file, entries, this.#size)
  }

  /** @param find as in `closeIfThere` */
  close(find: () => Promise<FileSystemDirectoryHandle | null>): Promise<void> {
    return closeIfThere(find, this.#name, this.#file)
  }
}

/** @returns the end of the written bytes */
export function appendTo(
  file: FileSystemSyncAccessHandle,
  entries: readonly JournalEntry[],
  at: number,
): number {
  const bytes = journalBytes(entries)
  writeAll(file, [bytes, margin], at)
  file.truncate(at + bytes.length)
  file.flush()
  return at + bytes.length
}
