import { recordsOf } from '../data/export/stored-runs.ts'
import { type DatasetOverview, overviewOf, type QualityRow, qualityOf } from '../data/formats/dataset-overview.ts'
import type { LoadProgress, TableReading } from '../data/formats/format.ts'
import { loadDataset } from '../data/formats/registry.ts'
import { checkFileSize } from '../data/images/budget.ts'
import { decodeRgb } from '../data/images/decode.ts'
import { ImageReader } from '../data/images/image-reader.ts'
import { pictureOf } from '../data/images/picture.ts'
import { connectModel } from '../data/servers/connect.ts'
import { openSource, type SourceDescriptor } from '../data/sources/descriptor.ts'
import { modelOverviewOf, openModelFolder } from '../data/sources/model-files.ts'
import { watchedSource } from '../data/sources/watched-source.ts'
import { clearFeatures } from '../data/store/features/feature-store.ts'
import { stayKnown } from '../data/store/room.ts'
import { RunCounter } from '../data/store/run-counter.ts'
import { type JournalKeeper, Store } from '../data/store/store.ts'
import type { DeviceLimits } from '../engine/model/limits.ts'
import type { ModelOverview } from '../engine/model/overview.ts'
import { serverOverview } from '../engine/model/served.ts'
import { changedPixels } from '../engine/probes/corrupt.ts'
import type { PixelChange } from '../engine/probes/perturbation.ts'
import type { Device, Precision } from '../engine/protocol/device.ts'
import type { SourceKind } from '../engine/protocol/identity.ts'
import type { Judging } from '../engine/protocol/judging.ts'
import { judgedSamples } from '../engine/protocol/protocols/judged-samples.ts'
import type { Run } from '../engine/protocol/run.ts'
import { maxImages, type Sample } from '../engine/protocol/sample.ts'
import { keepCompiled } from '../engine/runtime/ort.ts'
import { expose, proxy } from './shared/comlink.ts'
import { HeldDataset } from './shared/held-dataset.ts'
import { HeldFolders } from './shared/held-folders.ts'
import { pathsBelow } from './shared/listing-threads.ts'
import { fingerprintOf, type OpenedModel } from './shared/opened-model.ts'
import { OpenedRole, type Opening } from './shared/opened-role.ts'
import type { OpenDataset } from './shared/run-folders.ts'
import { seldom } from './shared/seldom.ts'

/** A data set as it was opened, with its summary. */
interface OpenedDataset extends OpenDataset {
  readonly overview: DatasetOverview
}

/** What a run needs: the very folders that were open when its button was pressed, or that were opened for it. */
export interface Needed {
  readonly dataset: Opening
  /** null where the run's questions are only counted and stored. */
  readonly model: Opening | null
}

/** Opens the picked folders off the main thread, and gives runs what they hold of them. */
class DataWorker implements JournalKeeper {
  readonly #store = Store.open()
  readonly #dataset = new OpenedRole<OpenedDataset>()
  readonly #model = new OpenedRole<OpenedModel>()
  /** A model that judges the answers of others. */
  readonly #judge = new OpenedRole<OpenedModel>()
  #modelKind: SourceKind = 'directory'

  constructor() {
    // Every verb that needs the store reports why there is none.
    this.#store.catch(() => {})
    stayKnown()
  }

  /**
   * @param number of this opening; later ones in the same role have other numbers
   * @param paths of all files below, where they are known already
   * @param onFile hears which file is being read
   */
  async openDataset(
    number: number,
    descriptor: SourceDescriptor,
    onProgress: (progress: LoadProgress) => void,
    reading: TableReading = {},
    paths?: ReadableStream<readonly string[]>,
    onFile: (file: string) => void = () => {},
  ): Promise<DatasetOverview> {
    const listed = descriptor.kind === 'directory' ? (paths ?? pathsBelow(descriptor.handle)) : paths
    const source = openSource(descriptor, listed)
    const signal = this.#dataset.begin()
    const loaded = await loadDataset(watchedSource(source, onFile), {
      ...reading,
      signal,
      onProgress: seldom(onProgress),
    })
    const overview = overviewOf(loaded, source.kind)
    this.#dataset.finish(signal, number, { source, loaded, overview })
    return overview
  }

  async openModel(
    number: number,
    descriptor: SourceDescriptor,
    limits: DeviceLimits,
  ): Promise<ModelOverview> {
    const source = openSource(descriptor)
    const signal = this.#model.begin()
    const folder = await openModelFolder(source)
    this.#model.finish(signal, number, { kind: 'folder', folder })
    this.#modelKind = source.kind
    return this.describeModel(limits)
  }

  async openJudge(
    number: number,
    descriptor: SourceDescriptor,
    limits: DeviceLimits,
  ): Promise<ModelOverview> {
    const source = openSource(descriptor)
    const signal = this.#judge.begin()
    const folder = await openModelFolder(source)
    this.#judge.finish(signal, number, { kind: 'folder', folder })
    return modelOverviewOf(folder, source.kind, limits, 1)
  }

  /**
   * Connects to a model behind a server, as the model or as the judge.
   * @param base where our own server forwards questions to it
   */
  async openServer(
    role: 'model' | 'judge',
    number: number,
    base: string,
    model: string,
    onStep: (words: string) => void,
  ): Promise<ModelOverview> {
    const opened = role === 'model' ? this.#model : this.#judge
    const signal = opened.begin()
    const info = await connectModel(base, model, onStep, signal)
    opened.finish(signal, number, { kind: 'server', info, base })
    return serverOverview(info)
  }

  /** A data set with more images in a question needs more memory. */
  describeModel(limits: DeviceLimits): Promise<ModelOverview> {
    const model = this.#model.latest
    if (model?.kind !== 'folder') throw new Error('No model folder is open.')
    const samples = this.#dataset.latest?.loaded.samples ?? []
    return modelOverviewOf(model.folder, this.#modelKind, limits, Math.max(1, maxImages(samples)))
  }

  /** Here because this worker outlives every run, and the page's own thread must not compile. */
  keepCompiled(device: Device): void {
    keepCompiled(device)
  }

  /** Compares the two copies of a run's records, and completes each. Only while nobody works on the run. */
  async reconcile(run: string): Promise<void> {
    await (await this.#store).reconcile(run)
  }

  /** As `Store.noteWritten`. */
  async noteWritten(run: string): Promise<void> {
    await (await this.#store).noteWritten(run)
  }

  /** Counts what is stored of a run, off the page's own thread. */
  async countOf(run: Run) {
    return proxy(new RunCounter(await this.#store, run))
  }

  clearFeatures(): Promise<void> {
    return clearFeatures()
  }

  async keepRun(id: string): Promise<void> {
    await (await this.#store).keepRun(id)
  }

  async removeJournals(ids: readonly string[]): Promise<void> {
    await (await this.#store).removeJournals(ids)
  }

  /**
   * An image file as the model gets it, before it is resized: read by our own decoder, changed as a pass does.
   * @param path its rooted path
   * @throws VoxelwiseError as decodeRgb
   */
  async picture(file: Blob, path: string, change: PixelChange | null): Promise<Blob> {
    checkFileSize(path, file.size)
    const pixels = await decodeRgb(new Uint8Array(await file.arrayBuffer()), path)
    return pictureOf(change ? changedPixels(pixels, path, change) : pixels)
  }

  /** An image of the data set that is shown, whether or not a run was made on it. */
  image(path: string): Promise<Blob> {
    return new ImageReader(this.#shownDataset().source).open(path)
  }

  /** The data set that is open now, for a thread that takes in a log; null where none is open. */
  holdDataset() {
    const opened = this.#dataset.latest
    return opened && proxy(new HeldDataset(opened.loaded, opened.overview))
  }

  quality(): readonly QualityRow[] {
    const opened = this.#dataset.latest
    return opened ? qualityOf(opened.loaded) : []
  }

  /** Fingerprint of the model that this opening opened. */
  fingerprintModel(opening: Opening, family: string, dtype: Precision): Promise<string> {
    return fingerprintOf(this.#model.of(opening), family, dtype)
  }

  fingerprintJudge(opening: Opening, family: string, dtype: Precision): Promise<string> {
    return fingerprintOf(this.#judge.of(opening), family, dtype)
  }

  /**
   * Holds exactly what these openings opened, for one run.
   * @throws VoxelwiseError fingerprint-mismatch where other folders were opened since
   */
  hold({ dataset, model }: Needed) {
    return proxy(
      new HeldFolders({
        store: this.#store,
        dataset: this.#dataset.of(dataset),
        model: model && this.#model.of(model),
      }),
    )
  }

  /** Indices of the samples that a run answered in words. */
  async openAnswers(run: string): Promise<readonly number[]> {
    const once = { showsImages: false, isHeld: false, repeated: [], times: 0 }
    return (await judgedOf(await this.#store, run, once)).map(({ index }) => index)
  }

  /**
   * Holds a judge with the answers that it rates, and the data set where it sees images.
   * @throws VoxelwiseError fingerprint-mismatch where other folders were opened since
   */
  async holdJudged(judge: Opening, parent: string, judging: Judging, dataset: Opening | null) {
    const held = { model: this.#judge.of(judge), dataset: dataset && this.#dataset.of(dataset) }
    const samples = await judgedOf(await this.#store, parent, judging)
    return proxy(new HeldFolders({ store: this.#store, ...held, samples }))
  }

  #shownDataset(): OpenedDataset {
    const opened = this.#dataset.latest
    if (!opened) throw new Error('No data set is open.')
    return opened
  }
}

async function judgedOf(store: Store, parent: string, judging: Judging): Promise<readonly Sample[]> {
  return judgedSamples(await recordsOf(store, parent), await store.run(parent), judging)
}

export type { DataWorker }

expose(new DataWorker())
