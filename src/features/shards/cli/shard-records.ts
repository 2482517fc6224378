import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { imagesShownIn, listImageFiles, type RunRecord } from '../../../engine/protocol/record.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { expectSameWeights } from '../data/differences.ts'
import type { Manifest } from '../data/manifest.ts'
import { readRecord, type ShardRecord, type WrittenRecord, writtenRecord } from '../data/shard-file.ts'
import type { ShardWriter } from './shard-writer.ts'
import { withoutFolders, withoutValues } from './without-folders.ts'

/** The records of a shard: of earlier sessions, and of this one. */
export class ShardRecords {
  readonly earlier: readonly ShardRecord[]
  readonly all: WrittenRecord[]
  /** Indices of the shard's samples, and of those that have a record. */
  readonly asked: ReadonlySet<number>
  readonly done: Set<number>
  sittings: number
  readonly #writer: ShardWriter
  readonly #images: ReadonlyMap<string, string | null>
  readonly #argv: readonly string[]
  /** Whether the file has the line of this session. */
  #hasBegun = false

  constructor(
    writer: ShardWriter,
    manifest: Manifest,
    indices: ReadonlySet<number>,
    argv: readonly string[],
  ) {
    this.#writer = writer
    this.#images = new Map(manifest.images)
    this.#argv = argv
    this.asked = indices
    this.earlier = writer.earlier?.records ?? []
    this.all = [...this.earlier]
    this.done = new Set(this.all.map(({ summary }) => summary.index))
    this.sittings = writer.earlier?.sittings.length ?? 0
  }

  /**
   * Writes records (JSON of each), on disk when it returns.
   * @throws VoxelwiseError fingerprint-mismatch where one is about another image than was frozen, or the model has other weights
   * than in an earlier session; of the file
   */
  add(run: Run, texts: readonly string[]): void {
    for (const text of texts) this.#expectFrozen(readRecord(text))
    if (!this.#hasBegun) {
      const command = run.dataset.salted ? withoutValues(this.#argv) : withoutFolders(this.#argv)
      const sitting = { sitting: this.sittings + 1, run, command }
      const { earlier } = this.#writer
      if (earlier) expectSameWeights([{ ...earlier, sittings: [...earlier.sittings, sitting] }])
      this.#writer.begin(sitting)
      this.sittings++
      this.#hasBegun = true
    }
    this.#writer.add(this.sittings, texts)
    for (const written of texts.map(writtenRecord)) {
      this.all.push(written)
      this.done.add(written.summary.index)
    }
  }

  /** The answer is about the same image on all machines. */
  #expectFrozen(record: RunRecord): void {
    if (!this.asked.has(record.sample.index))
      throw new Error(`Sample ${record.sample.index} does not belong to this shard.`)
    const paths = imagesShownIn(record)
    const files = listImageFiles(record)
    const changed = files.findIndex((file, at) => this.#images.get(paths[at] ?? '') !== file.sha256)
    if (changed !== -1)
      throw new VoxelwiseError({
        code: 'fingerprint-mismatch',
        subject: paths[changed] ?? '',
        message: 'The image differs from the one in the manifest.',
        remedy: 'Give all machines the same files, or make the manifest and all shards again.',
      })
    const isKnown = paths.some(path => typeof this.#images.get(path) === 'string')
    // Another machine can read the image, so the sample has not failed.
    if (record.status === 'failed' && record.error.code.startsWith('file-') && isKnown)
      throw new VoxelwiseError(record.error)
  }
}
