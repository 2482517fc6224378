import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { StoredRuns } from '../../data/export/stored-runs.ts'
import { fsError } from '../../data/sources/node.ts'
import { framesOf, type JournalEntry, type RunLoad, readFrames } from '../../data/store/journal.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'

interface Kept {
  run: Run
  load: RunLoad | undefined
  readonly records: Map<number, RunRecord>
}

/**
 * A run and its passes in one file of a folder, in the frames of the page's own journals: appended and flushed, so that what
 * was answered outlives a kill, and a cut last entry is passed over.
 */
export class RunJournal implements StoredRuns {
  readonly #path: string
  readonly #kept = new Map<string, Kept>()
  /** Opened with the first entry: who only looks leaves no file. */
  #file: number | null = null

  private constructor(path: string) {
    this.#path = path
  }

  /** @throws VoxelwiseError of the file, where it is there and cannot be read */
  static async open(path: string): Promise<RunJournal> {
    const journal = new RunJournal(path)
    await mkdir(dirname(path), { recursive: true }).catch(fsError(path))
    const bytes = await readFile(path).catch(error => (error.code === 'ENOENT' ? null : fsError(path)(error)))
    for (const entry of readFrames(new Uint8Array(bytes ?? [])).entries) journal.#take(entry)
    return journal
  }

  /** The run that is no pass; null where there is none yet. */
  get whole(): Run | null {
    return [...this.#kept.values()].find(({ run }) => run.parent === undefined)?.run ?? null
  }

  /**
   * On disk when it returns.
   * @throws VoxelwiseError storage-full, storage: no fresh model mends that
   */
  append(entries: readonly JournalEntry[]): void {
    try {
      this.#file ??= openSync(this.#path, 'a')
      for (let bytes = framesOf(entries); bytes.length > 0; )
        bytes = bytes.subarray(writeSync(this.#file, bytes))
      fsyncSync(this.#file)
    } catch (error) {
      throw notWritten(this.#path, error)
    }
    for (const entry of entries) this.#take(entry)
  }

  done(run: string): readonly number[] {
    return [...(this.#kept.get(run)?.records.keys() ?? [])]
  }

  async run(id: string): Promise<Run> {
    return this.#of(id).run
  }

  async runs(): Promise<readonly { readonly run: Run }[]> {
    return [...this.#kept.values()]
  }

  async load(id: string): Promise<RunLoad | undefined> {
    return this.#kept.get(id)?.load
  }

  async countRecords(id: string): Promise<number> {
    return this.#of(id).records.size
  }

  async *records(id: string): AsyncGenerator<readonly RunRecord[]> {
    yield [...this.#of(id).records.values()].sort((a, b) => a.sample.index - b.sample.index)
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }

  /** Once all of it is in other files. */
  remove(): void {
    this.close()
    this.#kept.clear()
    rmSync(this.#path, { force: true })
  }

  #of(id: string): Kept {
    const kept = this.#kept.get(id)
    if (kept) return kept
    throw new Error(`The journal has no run ${id}.`)
  }

  /** Whose load it is, is not said: the first run's, which comes before it. Of two records of a sample the first stays. */
  #take(entry: JournalEntry): void {
    if ('run' in entry) {
      const kept = this.#kept.get(entry.run.id)
      if (kept) kept.run = entry.run
      else this.#kept.set(entry.run.id, { run: entry.run, load: undefined, records: new Map() })
    } else if ('load' in entry) {
      const [first] = this.#kept.values()
      if (first) first.load = entry.load
    } else {
      const { records } = this.#of(entry.record.run)
      const { index } = entry.record.sample
      if (!records.has(index)) records.set(index, entry.record)
    }
  }
}

function notWritten(path: string, cause: unknown): VoxelwiseError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return new VoxelwiseError({
    code: isFull ? 'storage-full' : 'storage',
    subject: path,
    message: isFull ? 'The disk is full.' : `What was answered could not be written (${code}).`,
    remedy: 'What was answered before is in that file: make room, and give the same command again.',
    cause,
  })
}
