import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { ByteFile } from '../containers/bytes.ts'
import type { RunFile } from './run-file.ts'
import { type RunFileTaker, streamRun } from './run-file-stream.ts'

/**
 * Reads a run.json with all its records: for commands, which have the memory.
 * @param slice bytes per read, if not the default
 * @throws VoxelwiseError as `streamRun`
 */
export async function readRun(file: ByteFile, slice?: number): Promise<RunFile> {
  const reading = new Reading()
  await streamRun(file, reading, slice)
  return reading.whole()
}

class Reading implements RunFileTaker {
  readonly #parts: { readonly run: Run; readonly records: RunRecord[] }[] = []
  readonly #own = new Map<number, RunRecord>()
  #load: Parameters<RunFileTaker['load']>[0] | null = null

  async run(run: Run): Promise<void> {
    this.#parts.push({ run, records: [] })
  }

  async record(record: RunRecord): Promise<void> {
    this.#parts.at(-1)?.records.push(record)
    if (this.#parts.length === 1) this.#own.set(record.sample.index, record)
  }

  async ownRecord(index: number): Promise<RunRecord | undefined> {
    return this.#own.get(index)
  }

  async load(load: Parameters<RunFileTaker['load']>[0]): Promise<void> {
    this.#load = load
  }

  whole(): RunFile {
    const [own, ...passes] = this.#parts
    if (!own || !this.#load) throw new Error('The file was not read.')
    return { ...own, ...this.#load, passes }
  }
}
