import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { entryOf, type JournalEntry, journalSlices, type RunLoad, recordIndex } from './journal.ts'
import { journalsIn } from './journals.ts'

/** One entry of a run's folder in a copy. */
interface CopiedEntry {
  /** Index of its sample, if it is a record. */
  readonly index: number | null
  readonly read: () => JournalEntry
}

/** The entries of some files, one after the other; damaged ones are left out. A slice of a file is held. */
export async function* copiedEntries(
  folder: FileSystemDirectoryHandle,
  names: readonly string[],
  slice?: number,
): AsyncGenerator<CopiedEntry> {
  for (const name of names) {
    const file = await (await folder.getFileHandle(name)).getFile()
    for await (const { bodies } of journalSlices(file, slice))
      for (const body of bodies) yield { index: recordIndex(body), read: () => entryOf(body) }
  }
}

/**
 * Whether two states of a run belong to one import. A run that was deleted and imported again under the same id is another one:
 * nothing that was copied before counts for it.
 */
export const isOfOneImport = (a: Pick<Run, 'imported'>, b: Pick<Run, 'imported'>): boolean =>
  a.imported === b.imported

/** What a run's folder in a copy says, but for the records. */
export interface CopiedHead {
  /** As it was last. */
  readonly run: Run
  readonly load: RunLoad | null
  /** How many entries stand before those of its last import. */
  readonly before: number
}

/** @returns null where no file says what run it is */
export async function copiedHead(
  folder: FileSystemDirectoryHandle,
  slice?: number,
): Promise<CopiedHead | null> {
  let run: Run | null = null
  let load: RunLoad | null = null
  let [before, at] = [0, 0]
  for await (const { index, read } of copiedEntries(folder, await journalsIn(folder), slice)) {
    const entry = index === null ? read() : null
    if (entry && 'run' in entry) {
      if (run && !isOfOneImport(run, entry.run)) {
        load = null
        before = at
      }
      run = entry.run
    } else if (entry && 'load' in entry) load = entry.load
    at++
  }
  return run && { run, load, before }
}

/** The records of a run's last import, some at a time; of two of one sample the first counts. */
export async function* copiedRecords(
  folder: FileSystemDirectoryHandle,
  { before }: CopiedHead,
  slice?: number,
): AsyncGenerator<RunRecord> {
  const seen = new Set<number>()
  let at = 0
  for await (const { index, read } of copiedEntries(folder, await journalsIn(folder), slice)) {
    if (at++ < before || index === null || seen.has(index)) continue
    seen.add(index)
    const entry = read()
    if ('record' in entry) yield entry.record
  }
}
