import { blobBytes } from '../../data/containers/bytes.ts'
import { recordsInLines } from '../../data/export/record-lines.ts'
import { datasetMoments } from '../../data/images/dataset-moments.ts'
import { expectSameRecords, expectSameRuns } from '../../data/images/image-identity.ts'
import { browserCodec } from '../../data/images/native.ts'
import { openSource } from '../../data/sources/descriptor.ts'
import type { SourceDescriptor } from '../../data/sources/source.ts'
import type { Store } from '../../data/store/store.ts'
import { arePublished, publishedShares } from '../../engine/analysis/published-shares.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Moments } from '../../engine/image/moments.ts'
import { passTotals } from '../../engine/probes/passes.ts'
import type { Precision } from '../../engine/protocol/device.ts'
import { frameOf, type Prior } from '../../engine/protocol/frame.ts'
import { askedOf, type OrderSettings } from '../../engine/protocol/order.ts'
import type { Probe } from '../../engine/protocol/probe.ts'
import { isCut } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { type LoadedDataset, maxImages, type Sample } from '../../engine/protocol/sample.ts'
import type { RunSettings } from '../../engine/protocol/settings.ts'
import { policyOf } from '../../engine/protocol/window-policy.ts'
import type { HeldFolders } from '../contracts/folders.ts'
import { FolderPort, type OpenDataset } from './folder-port.ts'
import { fingerprintOf, type OpenedModel } from './model-role.ts'
import { throttle } from './throttle.ts'

interface Held {
  readonly store: Promise<Store>
  /** null for a judge that sees no images. */
  readonly dataset: OpenDataset | null
  /** null where only the data set is needed. */
  readonly model: OpenedModel | null
  /** The questions if they are not the data set's own samples: answers to rate. */
  readonly samples?: readonly Sample[]
}

/** The data set and model that one run holds, whatever the user chooses in the meantime. */
export class FoldersOfRun extends FolderPort implements HeldFolders {
  readonly #held: Held

  constructor(held: Held) {
    const { dataset, model, samples } = held
    super(
      { source: dataset?.source ?? openSource(noFiles), samples: samples ?? dataset?.loaded.samples ?? [] },
      model?.kind === 'folder' ? model.folder : null,
      model?.kind === 'server' ? model.base : null,
    )
    this.#held = held
  }

  datasetFingerprint(): string {
    return this.#opened().loaded.fingerprint
  }

  modelFingerprint(family: string, dtype: Precision): Promise<string> {
    const { model } = this.#held
    if (!model) throw new Error('No model is held.')
    return fingerprintOf(model, family, dtype)
  }

  sampleCount(): number {
    return this.samples().length
  }

  imagesAtOnce(): number {
    return maxImages(this.#opened().loaded.samples)
  }

  total(settings: OrderSettings): number {
    return askedOf(this.#opened().loaded.samples, settings).samples.length
  }

  countAsked(probes: readonly Probe[], settings: RunSettings): readonly number[] {
    return passTotals(probes, this.#opened().loaded.samples, settings)
  }

  pixelMoments(seed: number, window?: string): Promise<Moments | null> {
    const read = async (path: string) => (await this.readImage(path)).bytes
    return datasetMoments(this.samples(), seed, read, browserCodec, policyOf(window))
  }

  async keepLoad({ id, settings }: Run, against: string | null): Promise<void> {
    const { loaded } = this.#opened()
    const store = await this.#held.store
    const prior = against === null ? null : await priorOf(store, against, loaded)
    // Estimates are for all questions of the data set, which a selection does not represent.
    if (settings.only) return store.putLoad(id, loaded)
    const frame = frameOf(loaded.samples)
    const published = arePublished(loaded) ? publishedShares(frame.cells) : null
    const known = { ...(published && { published }), ...(prior && { prior }) }
    await store.putLoad(id, { ...loaded, frame: { ...frame, ...known } })
  }

  async takeRecords(run: Run, lines: Blob): Promise<void> {
    const records = await recordsInLines(blobBytes('records', lines), run.id)
    await expectSameRecords([records], this.#opened())
    const store = await this.#held.store
    await store.addRecords(run.id, records)
    await store.end()
  }

  async countCut(run: string): Promise<number> {
    let cut = 0
    for await (const records of (await this.#held.store).records(run)) cut += records.filter(isCut).length
    return cut
  }

  async takeUncut(run: Run, earlier: string): Promise<void> {
    const store = await this.#held.store
    const load = await store.load(earlier)
    if (load) await store.putLoad(run.id, load)
    for await (const records of store.records(earlier)) {
      const uncut = records.filter(record => !isCut(record))
      await store.addRecords(
        run.id,
        uncut.map(record => ({ ...record, run: run.id })),
      )
    }
    await store.end()
  }

  async expectSameImages(
    runs: readonly string[],
    onProgress: (done: number, of: number) => void,
  ): Promise<void> {
    const report = throttle(onProgress)
    const store = await this.#held.store
    await expectSameRuns(store, runs, this.#opened(), report).finally(report.end)
  }

  #opened(): OpenDataset {
    if (this.#held.dataset) return this.#held.dataset
    throw new Error('No data set is held.')
  }
}

const noFiles: SourceDescriptor = { kind: 'files', name: 'answers', files: [] }

async function priorOf(store: Store, id: string, loaded: LoadedDataset): Promise<Prior> {
  const { name, dataset } = await store.run(id)
  if (dataset.fingerprint !== loaded.fingerprint)
    throw new VoxelwiseError({
      code: 'fingerprint-mismatch',
      subject: name,
      message: 'The run to compare with was made on another data set.',
      remedy: 'Choose a run on this data set, or none.',
    })
  const right: (boolean | null)[] = loaded.samples.map(() => null)
  for await (const records of store.records(id))
    for (const record of records)
      if (record.status === 'answered') right[record.sample.index] = record.correct
  const answered = right.filter(one => one !== null)
  const accuracy = answered.length === 0 ? 0 : answered.filter(Boolean).length / answered.length
  return { name, accuracy, right }
}
