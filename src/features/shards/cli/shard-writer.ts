import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fdatasyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readIfThere } from '../../../cli/base/files.ts'
import { fsError } from '../../../data/sources/node.ts'
import type { Shard } from '../../../engine/protocol/shards.ts'
import { expectSameIdentity } from '../data/differences.ts'
import type { Manifest } from '../data/manifest.ts'
import {
  footerLine,
  headerLine,
  parseShard,
  recordLine,
  type ShardCounts,
  type ShardFile,
  type Sitting,
  sittingLine,
} from '../data/shard-file.ts'

/** Appends to the file of a shard. Each method returns when its lines are on disk. */
export class ShardWriter {
  /** The file's earlier content; null for a new file. */
  readonly earlier: ShardFile | null
  readonly #path: string
  readonly #file: number

  private constructor(path: string, file: number, earlier: ShardFile | null) {
    this.#path = path
    this.#file = file
    this.earlier = earlier
  }

  /**
   * Opens a new file or continues one, without an incomplete last line. @param samples of the shard
   * @throws VoxelwiseError fingerprint-mismatch where the file is of another run, run-file where it is damaged
   */
  static async open(path: string, manifest: Manifest, shard: Shard, samples: number): Promise<ShardWriter> {
    const earlier = await readShard(path)
    if (earlier) expectSameIdentity(manifest, earlier.header, path)
    const file = orFsError(path, () => openSync(path, 'a'))
    const writer = new ShardWriter(path, file, earlier)
    orFsError(path, () => ftruncateSync(file, earlier?.wholeBytes ?? 0))
    if (!earlier) {
      writer.#append(headerLine(manifest, shard, samples))
      await keepName(path)
    }
    return writer
  }

  begin(sitting: Sitting): void {
    this.#append(sittingLine(sitting))
  }

  add(sitting: number, records: readonly string[]): void {
    this.#append(records.map(record => recordLine(sitting, record)).join(''))
  }

  /** Writes the footer: nothing is left to ask. */
  async finish(counts: ShardCounts): Promise<void> {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(this.#path)) hash.update(chunk as Buffer)
    this.#append(footerLine(counts, hash.digest('hex')))
  }

  close(): void {
    closeSync(this.#file)
  }

  #append(text: string): void {
    orFsError(this.#path, () => {
      for (let bytes = new TextEncoder().encode(text); bytes.length > 0; )
        bytes = bytes.subarray(writeSync(this.#file, bytes))
      fdatasyncSync(this.#file)
    })
  }
}

function orFsError<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    return fsError(path)(error)
  }
}

/** Null where there is none, or one that was cut within its first line. @throws VoxelwiseError run-file */
async function readShard(path: string): Promise<ShardFile | null> {
  const bytes = await readIfThere(path)
  return bytes?.includes(0x0a) ? parseShard(new Uint8Array(bytes), path) : null
}

/** A new file's name is on disk when its folder is. */
async function keepName(path: string): Promise<void> {
  // Windows cannot open folders, and stores names itself.
  if (process.platform === 'win32') return
  const folder = await open(dirname(path), 'r').catch(fsError(path))
  await folder.sync().finally(() => folder.close())
}
