import { closeSync, fsyncSync, openAsBlob, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ownValue } from '@voxelwise/python'
import type { StoredRuns } from '../../data/export/stored-runs.ts'
import { fsError } from '../../data/sources/node.ts'
import {
  headBytes,
  type JournalEntry,
  journalBytes,
  journalSlices,
  readEntry,
} from '../../data/store/journal.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { RunLoad } from '../../engine/protocol/frame.ts'
import type { DrawnRegion } from '../../engine/protocol/probe.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'

/** Answers so far, until they are in the files that a command writes at its end: the same command continues with them. */
export const journalName = 'run.journal'

interface Place {
  readonly at: number
  readonly length: number
}

interface Kept {
  run: Run
  readonly places: Map<number, Place>
}

/** Number of records per read. */
const portion = 2000

/**
 * Runs on one data set and their passes in one file of a folder, in the frames of the page's own journals. Entries are
 * appended and flushed, so answers survive a kill, and an incomplete last entry is skipped. Records stay in the file.
 */
export class RunJournal implements StoredRuns {
  readonly #path: string
  readonly #kept = new Map<string, Kept>()
  /** On the images of their common data set; each command names them again. */
  drawn: readonly DrawnRegion[] = []
  /** The oddities of their common data set. */
  #load: RunLoad | undefined
  /** Opened with the first entry: a command that only looks leaves no file. */
  #file: number | null = null
  #size = 0

  private constructor(path: string) {
    this.#path = path
  }

  /** @throws VoxelwiseError of the file, where it is there and cannot be read */
  static async open(path: string): Promise<RunJournal> {
    const journal = new RunJournal(path)
    await mkdir(dirname(path), { recursive: true }).catch(fsError(path))
    const isThere = await stat(path).then(
      () => true,
      error => (error.code === 'ENOENT' ? false : fsError(path)(error)),
    )
    if (isThere) await journal.#read()
    return journal
  }

  /** The runs that are no passes, oldest first. */
  get wholes(): readonly Run[] {
    return [...this.#kept.values()].map(({ run }) => run).filter(({ parent }) => parent === undefined)
  }

  /** On disk when it returns. A second record of a sample is left out. @throws VoxelwiseError storage-full, storage */
  append(entries: readonly JournalEntry[]): void {
    const fresh = entries.filter(entry => !this.#has(entry))
    const frames = fresh.map(entry => journalBytes([entry]))
    const from = this.#size
    try {
      this.#file ??= openSync(this.#path, 'a+')
      for (let bytes = Buffer.concat(frames); bytes.length > 0; ) {
        const written = writeSync(this.#file, bytes)
        this.#size += written
        bytes = bytes.subarray(written)
      }
      fsyncSync(this.#file)
    } catch (error) {
      throw notWritten(this.#path, error)
    }
    let at = from
    for (const [i, entry] of fresh.entries()) {
      const length = frames[i]?.length ?? 0
      this.#take(entry, { at: at + headBytes, length: length - headBytes })
      at += length
    }
  }

  done(run: string): readonly number[] {
    return [...(this.#kept.get(run)?.places.keys() ?? [])]
  }

  async run(id: string): Promise<Run> {
    return this.#of(id).run
  }

  async runs(): Promise<readonly { readonly run: Run }[]> {
    return [...this.#kept.values()].map(({ run }) => ({ run }))
  }

  /** Passes have none of their own. */
  async load(id: string): Promise<RunLoad | undefined> {
    return this.#of(id).run.parent === undefined ? this.#load : undefined
  }

  async regions(): Promise<readonly DrawnRegion[]> {
    return this.drawn
  }

  async countRecords(id: string): Promise<number> {
    return this.#of(id).places.size
  }

  async *records(id: string): AsyncGenerator<readonly RunRecord[]> {
    const inOrder = [...this.#of(id).places].sort(([a], [b]) => a - b)
    for (let at = 0; at < inOrder.length; at += portion)
      yield inOrder.slice(at, at + portion).map(([, place]) => this.#recordAt(place))
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }

  /** Once all of it is in other files. */
  remove(): void {
    this.close()
    this.#kept.clear()
    this.#load = undefined
    this.#size = 0
    rmSync(this.#path, { force: true })
  }

  /** A slice at a time: the records of a large run together are longer than any one buffer. */
  async #read(): Promise<void> {
    const file = await openAsBlob(this.#path).catch(fsError(this.#path))
    for await (const { bodies, at } of journalSlices(file))
      for (const body of bodies)
        this.#take(readEntry(body), { at: at + body.byteOffset, length: body.length })
    this.#size = file.size
  }

  #recordAt({ at, length }: Place): RunRecord {
    this.#file ??= openSync(this.#path, 'a+')
    const body = new Uint8Array(length)
    for (let read = 0; read < length; ) {
      const taken = readSync(this.#file, body, read, length - read, at + read)
      if (taken === 0) throw new Error(`${this.#path} became shorter.`)
      read += taken
    }
    const entry = readEntry(body)
    if ('record' in entry) return entry.record
    throw new Error(`${this.#path} was changed by another program.`)
  }

  #of(id: string): Kept {
    const storedRun = this.#kept.get(id)
    if (storedRun) return storedRun
    throw new Error(`The journal has no run ${id}.`)
  }

  #has(entry: JournalEntry): boolean {
    if (!('record' in entry)) return false
    const { run, sample } = entry.record
    return this.#kept.get(run)?.places.has(sample.index) ?? false
  }

  /** Takes in one entry. The first of two records of a sample stays. */
  #take(entry: JournalEntry, place: Place): void {
    if ('run' in entry) {
      const storedRun = this.#kept.get(entry.run.id)
      if (storedRun) storedRun.run = entry.run
      else this.#kept.set(entry.run.id, { run: entry.run, places: new Map() })
    } else if ('load' in entry) this.#load ??= entry.load
    else if (!this.#has(entry)) this.#of(entry.record.run).places.set(entry.record.sample.index, place)
  }
}

function notWritten(path: string, cause: unknown): VoxelwiseError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return new VoxelwiseError({
    code: isFull ? 'storage-full' : 'storage',
    subject: path,
    message: isFull ? 'The disk is full.' : `The answers could not be written (${code}).`,
    remedy: 'Earlier answers are in that file. Free some space and run the same command again.',
    cause,
  })
}

/** @throws VoxelwiseError fingerprint-mismatch where the unfinished run is not the one that the command line describes */
export function expectSameRun(before: Run, wanted: Run): void {
  const other = difference(before, wanted)
  if (other !== null) throw unfinished(other)
}

const unfinished = (subject: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'fingerprint-mismatch',
    subject,
    message: `The unfinished run in this folder was made with a different ${subject}.`,
    remedy: `Continue that run with its own options, choose another --out, or delete ${journalName} there.`,
  })

export const continuedWords = ({ created }: Run, answered: number): string =>
  `Continuing the run of ${created}: ${answered} answered`

/** What differs between two runs; null where one can continue as the other. */
function difference(before: Run, wanted: Run): string | null {
  if (before.dataset.fingerprint !== wanted.dataset.fingerprint) return 'data set'
  if (before.environment.runtime !== wanted.environment.runtime) return 'runtime'
  if (before.model.fingerprint !== wanted.model.fingerprint) return 'model'
  // An option names a protocol and a judge, never a version: an unfinished run keeps its own.
  const comparedSettings = ({
    settings: { until: _, protocol, ...settings },
  }: Run): Readonly<Record<string, unknown>> => ({
    ...settings,
    protocol: [protocol.id, protocol.judge?.id],
  })
  const [old, now] = [comparedSettings(before), comparedSettings(wanted)]
  const names = new Set([...Object.keys(old), ...Object.keys(now)])
  return (
    [...names].find(name => JSON.stringify(ownValue(old, name)) !== JSON.stringify(ownValue(now, name))) ??
    null
  )
}
