import type { Page } from 'playwright-core'
import type { LiveRun } from '../../app/state.ts'
import { recordsFromLines } from '../../data/export/record-lines.ts'
import type { Manifest } from '../../data/shards/manifest.ts'
import type { ShardRecord } from '../../data/shards/shard-file.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { imageFilesOf, imagesShownIn, type RunRecord } from '../../engine/protocol/record.ts'
import type { ShardWriter } from './shard-writer.ts'

/** How many cross from the page, or to it, at once. */
const portion = 500

/** The records of a shard: those of earlier sittings, and those that come now. */
export class ShardRecords {
  readonly #writer: ShardWriter
  readonly #images: ReadonlyMap<string, string | null>
  readonly #asked: ReadonlySet<number>
  readonly #argv: readonly string[]
  readonly #records: Pick<ShardRecord, 'record'>[]
  readonly #done: Set<number>
  #sittings: number
  /** Whether this sitting has been said. */
  #isSaid = false

  /** @param asked indices of the samples of the shard */
  constructor(writer: ShardWriter, manifest: Manifest, asked: ReadonlySet<number>, argv: readonly string[]) {
    this.#writer = writer
    this.#images = new Map(manifest.images)
    this.#asked = asked
    this.#argv = argv
    this.#records = [...(writer.earlier?.records ?? [])]
    this.#done = new Set(this.#records.map(({ record }) => record.sample.index))
    this.#sittings = writer.earlier?.sittings.length ?? 0
  }

  get all(): readonly Pick<ShardRecord, 'record'>[] {
    return this.#records
  }

  /** Samples that have a record. */
  get done(): number {
    return this.#done.size
  }

  get sittings(): number {
    return this.#sittings
  }

  /** Gives a page what earlier sittings have answered. */
  async giveEarlier(page: Page): Promise<void> {
    const earlier = this.#writer.earlier?.records ?? []
    for (let at = 0; at < earlier.length; at += portion) {
      const part = earlier.slice(at, at + portion)
      await page.evaluate(([lines, indices]) => globalThis.voxelwiseShard.takeEarlier(lines, indices), [
        part.map(({ text }) => `${text}\n`).join(''),
        part.map(({ record }) => record.sample.index),
      ] as const)
    }
  }

  /** Writes what the page has on its disk and was not written yet; on ours when it resolves. */
  async take(page: Page, { run, answered, failed }: LiveRun): Promise<void> {
    if (answered + failed <= this.#done.size) return
    for (;;) {
      const texts = await page.evaluate(([run, most]) => globalThis.voxelwiseShard.fresh(run, most), [
        run.id,
        portion,
      ] as const)
      if (texts.length === 0) return
      const records = recordsFromLines(texts.join('\n'), run.id)
      for (const record of records) this.#expectFrozen(record)
      if (!this.#isSaid) {
        this.#sittings++
        await this.#writer.begin({ sitting: this.#sittings, run, command: this.#argv })
        this.#isSaid = true
      }
      await this.#writer.add(this.#sittings, texts)
      for (const record of records) {
        this.#records.push({ record })
        this.#done.add(record.sample.index)
      }
    }
  }

  /** What was answered here is about what all machines are asked about. @throws VoxelwiseError */
  #expectFrozen(record: RunRecord): void {
    if (!this.#asked.has(record.sample.index))
      throw new Error(`Sample ${record.sample.index} was not to be asked.`)
    const paths = imagesShownIn(record)
    const files = imageFilesOf(record)
    const changed = files.findIndex((file, at) => this.#images.get(paths[at] ?? '') !== file.sha256)
    if (changed !== -1)
      throw new VoxelwiseError({
        code: 'fingerprint-mismatch',
        subject: paths[changed] ?? '',
        message: 'The image has other content here than in the manifest.',
        remedy: 'Give all machines the same files; or make the manifest and all shards anew.',
      })
    const known = paths.find(path => typeof this.#images.get(path) === 'string')
    // An image that others can read is no failure of the sample.
    if (record.status === 'failed' && record.error.code.startsWith('file-') && known !== undefined)
      throw new VoxelwiseError(record.error)
  }
}
