import { recordsFromLines } from '../data/export/record-lines.ts'
import { serializeRun } from '../data/export/run-file.ts'
import { recordsOf } from '../data/export/stored-runs.ts'
import {
  type DatasetOverview,
  overviewOf,
  type QualityRow,
  qualityOf,
} from '../data/formats/dataset-overview.ts'
import type { LoadProgress, TableReading } from '../data/formats/format.ts'
import { loadDataset } from '../data/formats/registry.ts'
import { checkFileSize } from '../data/images/budget.ts'
import { decodeRgb } from '../data/images/decode.ts'
import {
  expectSameImages,
  expectSameLoad,
  expectSameSamples,
  type SeenImages,
  seeImages,
} from '../data/images/image-identity.ts'
import { ImageReader } from '../data/images/image-reader.ts'
import { pictureOf } from '../data/images/picture.ts'
import { type NamedBlob, readLog } from '../data/logs/read-log.ts'
import { runOfLog } from '../data/logs/run-of-log.ts'
import { connectModel } from '../data/servers/connect.ts'
import { openSource, type SourceDescriptor } from '../data/sources/descriptor.ts'
import { sha256 } from '../data/sources/fingerprint.ts'
import { modelFingerprint, modelOverviewOf, openModelFolder } from '../data/sources/model-files.ts'
import { clearFeatures } from '../data/store/features/feature-store.ts'
import { stayKnown } from '../data/store/room.ts'
import { RunCounter } from '../data/store/run-counter.ts'
import { type JournalKeeper, Store } from '../data/store/store.ts'
import { arePublished, publishedShares } from '../engine/analysis/published-shares.ts'
import { VoxelwiseError } from '../engine/base/errors.ts'
import { familyOf } from '../engine/families/registry.ts'
import type { DeviceLimits } from '../engine/model/limits.ts'
import type { ModelOverview } from '../engine/model/overview.ts'
import { serverOverview } from '../engine/model/served.ts'
import { changedPixels } from '../engine/probes/changed-pixels.ts'
import { Perturbation, type PixelChange } from '../engine/probes/perturbation.ts'
import { frameOf, type Prior } from '../engine/protocol/frame.ts'
import { askedOf, type OrderSettings } from '../engine/protocol/order.ts'
import type { Probe } from '../engine/protocol/probe.ts'
import { protocolOf } from '../engine/protocol/registry.ts'
import { judgedSamples } from '../engine/protocol/rubrics/judged-samples.ts'
import type {
  Device,
  Environment,
  Judging,
  Precision,
  Run,
  RunSettings,
  SourceKind,
} from '../engine/protocol/run.ts'
import { type LoadedDataset, maxImages, type Sample } from '../engine/protocol/sample.ts'
import type { ServerInfo } from '../engine/protocol/server-info.ts'
import type { ModelFolder } from '../engine/runtime/model-folder.ts'
import { keepCompiled } from '../engine/runtime/ort.ts'
import { identityText } from '../engine/servers/identify.ts'
import { expose, proxy } from './shared/comlink.ts'
import { pathsBelow } from './shared/listing-threads.ts'
import { type OpenDataset, RunFolders } from './shared/run-folders.ts'

/** Holds the picked folders: lists and parses them off the main thread, and hands them to runs. */
class DataWorker implements JournalKeeper {
  readonly #store = Store.open()
  #dataset: OpenDataset | null = null
  #overview: DatasetOverview | null = null
  #model: ModelFolder | null = null
  /** In place of a model's folder. */
  #server: { readonly info: ServerInfo; readonly base: string } | null = null
  #modelKind: SourceKind = 'directory'
  /** A model that judges the answers of others: its folder, or the server that it is behind. */
  #judge:
    | { readonly folder: ModelFolder; readonly server: null }
    | { readonly folder: null; readonly server: { readonly info: ServerInfo; readonly base: string } }
    | null = null
  /** Of the folders asked for last: one that is read more slowly must not take the place of a later one. */
  #reading = { dataset: new AbortController(), model: new AbortController(), judge: new AbortController() }

  constructor() {
    // Whoever needs it is told why there is none.
    this.#store.catch(() => {})
    stayKnown()
  }

  /** @param paths of all files below, where they were told already */
  async openDataset(
    descriptor: SourceDescriptor,
    onProgress: (progress: LoadProgress) => void,
    reading: TableReading = {},
    paths?: ReadableStream<readonly string[]>,
  ): Promise<DatasetOverview> {
    const listed = descriptor.kind === 'directory' ? (paths ?? pathsBelow(descriptor.handle)) : paths
    const source = openSource(descriptor, listed)
    const signal = this.#latest('dataset')
    const loaded = await loadDataset(source, { ...reading, signal, onProgress: seldom(onProgress) })
    signal.throwIfAborted()
    this.#dataset = { source, loaded }
    this.#overview = overviewOf(loaded, source.kind)
    return this.#overview
  }

  async openModel(descriptor: SourceDescriptor, limits: DeviceLimits): Promise<ModelOverview> {
    const source = openSource(descriptor)
    const signal = this.#latest('model')
    const folder = await openModelFolder(source)
    signal.throwIfAborted()
    this.#model = folder
    this.#server = null
    this.#modelKind = source.kind
    return this.describeModel(limits)
  }

  async openJudge(descriptor: SourceDescriptor, limits: DeviceLimits): Promise<ModelOverview> {
    const source = openSource(descriptor)
    const signal = this.#latest('judge')
    const folder = await openModelFolder(source)
    signal.throwIfAborted()
    this.#judge = { folder, server: null }
    return modelOverviewOf(folder, source.kind, limits, 1)
  }

  /** As `openServer`, for a judge. */
  async openJudgeServer(
    base: string,
    model: string,
    onStep: (words: string) => void,
  ): Promise<ModelOverview> {
    const signal = this.#latest('judge')
    const info = await connectModel(base, model, onStep, signal)
    signal.throwIfAborted()
    this.#judge = { folder: null, server: { info, base } }
    return serverOverview(info)
  }

  /**
   * A model behind a server: asks what it can.
   * @param base where our own server passes questions on
   */
  async openServer(base: string, model: string, onStep: (words: string) => void): Promise<ModelOverview> {
    const signal = this.#latest('model')
    const info = await connectModel(base, model, onStep, signal)
    signal.throwIfAborted()
    this.#server = { info, base }
    this.#model = null
    return serverOverview(info)
  }

  /** What is open needs more memory for a data set whose questions have more images. */
  describeModel(limits: DeviceLimits): Promise<ModelOverview> {
    const samples = this.#dataset?.loaded.samples ?? []
    return modelOverviewOf(this.#openedModel(), this.#modelKind, limits, Math.max(1, maxImages(samples)))
  }

  /** Here because this worker outlives every run, and the page's own thread must not compile. */
  keepCompiled(device: Device): void {
    keepCompiled(device)
  }

  /**
   * Keeps with a run what was skipped or odd in its data set, and what it draws its questions from.
   * @param against id of an earlier run on the same data set, whose verdicts are kept with it
   * @throws VoxelwiseError fingerprint-mismatch where that is another data set
   */
  async keepLoad(run: string, against: string | null): Promise<void> {
    const { loaded } = this.#openedDataset()
    const store = await this.#store
    const prior = against === null ? null : await priorOf(store, against, loaded)
    const frame = frameOf(loaded.samples)
    const published = arePublished(loaded) ? publishedShares(frame.cells) : null
    const known = { ...(published && { published }), ...(prior && { prior }) }
    await store.putLoad(run, { ...loaded, frame: { ...frame, ...known } })
  }

  /** How many samples a run with these settings asks. */
  total(settings: OrderSettings): number {
    return askedOf(this.#openedDataset().loaded.samples, settings).samples.length
  }

  /**
   * Gives a run that was not begun yet the records that an earlier sitting made elsewhere.
   * @param lines a record of run.json each
   * @throws VoxelwiseError run-file; fingerprint-mismatch where they are about other samples, or other images
   */
  async takeRecords(run: Run, lines: Blob): Promise<void> {
    const { source, loaded } = this.#openedDataset()
    const records = recordsFromLines(await lines.text(), run.id)
    expectSameSamples(records, loaded)
    const seen: SeenImages = new Map()
    seeImages(seen, records)
    await expectSameImages(seen, source)
    const store = await this.#store
    await store.addRecords(run.id, records)
    await store.end()
  }

  /** Here because this worker is there before any run. While nobody works on the run. */
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
   * Refuses where the open data set has not the images any more that the records of these runs are about.
   * @param onProgress hears of the images that were looked at so far, and of all
   * @throws VoxelwiseError fingerprint-mismatch, naming the first of them
   */
  async expectSameImages(
    runs: readonly string[],
    onProgress: (done: number, of: number) => void,
  ): Promise<void> {
    const { source, loaded } = this.#openedDataset()
    const store = await this.#store
    const seen: SeenImages = new Map()
    for (const run of runs) {
      const { counts } = (await store.run(run)).dataset
      expectSameLoad({ counts, skipped: (await store.load(run))?.skipped }, loaded)
      for await (const records of store.records(run)) {
        expectSameSamples(records, loaded)
        seeImages(seen, records)
      }
    }
    await expectSameImages(seen, source, seldom(onProgress))
  }

  /** How many samples of a run each probe asks. */
  countAsked(probes: readonly Probe[], settings: RunSettings): readonly number[] {
    const protocol = protocolOf(settings.protocol)
    const { samples } = askedOf(this.#openedDataset().loaded.samples, settings)
    return probes.map(probe => {
      const perturbation = new Perturbation(probe, samples, protocol)
      return samples.filter(sample => perturbation.asks(sample)).length
    })
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

  /** An image of the open data set, whether or not a run was made on it. */
  image(path: string): Promise<Blob> {
    return new ImageReader(this.#openedDataset().source).open(path)
  }

  /**
   * The run.json of another tool's log, on the data set that is open.
   * @throws VoxelwiseError run-file and others, as `readLog` and `runOfLog`; and where no data set is open
   */
  async runOfLog(files: readonly NamedBlob[], environment: Environment): Promise<Blob> {
    const { log, file } = await readLog(files)
    if (!this.#dataset || !this.#overview) throw withoutDataset(file)
    const dataset = { loaded: this.#dataset.loaded, overview: this.#overview }
    return new Blob([...serializeRun(await runOfLog(log, file, dataset, environment))])
  }

  quality(): readonly QualityRow[] {
    return this.#dataset ? qualityOf(this.#dataset.loaded) : []
  }

  fingerprintModel(family: string, dtype: Precision): Promise<string> {
    if (this.#server) return serverFingerprint(this.#server.info)
    if (dtype === 'server' || dtype === 'elsewhere') throw new Error('No server is connected.')
    return modelFingerprint(this.#openedModel(), familyOf(family).sessions, dtype)
  }

  async fingerprintJudge(family: string, dtype: Precision): Promise<string> {
    const { folder, server } = this.#openedJudge()
    if (server) return serverFingerprint(server.info)
    if (dtype === 'server' || dtype === 'elsewhere') throw new Error('No server is connected.')
    return modelFingerprint(folder, familyOf(family).sessions, dtype)
  }

  /** The folders that are open now, for a run to keep. */
  hold() {
    const { source, loaded } = this.#openedDataset()
    const dataset = { source, samples: loaded.samples }
    if (this.#server) return proxy(new RunFolders(dataset, null, this.#server.base))
    return proxy(new RunFolders(dataset, this.#openedModel()))
  }

  /** Indices of the samples that a run answered in words. */
  async openAnswers(run: string): Promise<readonly number[]> {
    const once = { showsImages: false, isHeld: false, repeated: [], times: 0 }
    return (await judgedOf(await this.#store, run, once)).map(({ index }) => index)
  }

  /** The judge that is open now and the answers that it is to rate, for a run to keep; images where it sees them. */
  async holdJudged(parent: string, judging: Judging) {
    const { folder, server } = this.#openedJudge()
    const source = judging.showsImages ? this.#openedDataset().source : openSource(noFiles)
    const asked = { source, samples: await judgedOf(await this.#store, parent, judging) }
    return proxy(new RunFolders(asked, folder, server?.base ?? null))
  }

  #latest(role: 'dataset' | 'model' | 'judge'): AbortSignal {
    this.#reading[role].abort()
    this.#reading[role] = new AbortController()
    return this.#reading[role].signal
  }

  #openedDataset(): OpenDataset {
    if (!this.#dataset) throw new Error('No data set is open.')
    return this.#dataset
  }

  #openedJudge() {
    if (!this.#judge) throw new Error('No judge is open.')
    return this.#judge
  }

  #openedModel(): ModelFolder {
    if (!this.#model) throw new Error('No model is open.')
    return this.#model
  }
}

/** Tells at most four times a second: a message a file would be more work than to list it, and each has the page drawn anew. */
function seldom<T extends readonly unknown[]>(tell: (...what: T) => void): (...what: T) => void {
  let last = 0
  return (...what) => {
    if (performance.now() - last < 250) return
    last = performance.now()
    tell(...what)
  }
}

const serverFingerprint = (info: ServerInfo): Promise<string> =>
  sha256(new TextEncoder().encode(identityText(info)))

/** Where a judge sees no images, no folder is needed. */
const noFiles: SourceDescriptor = { kind: 'files', name: 'answers', files: [] }

async function judgedOf(store: Store, parent: string, judging: Judging): Promise<readonly Sample[]> {
  return judgedSamples(await recordsOf(store, parent), await store.run(parent), judging)
}
const withoutDataset = (file: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: file,
    message: 'A log of another tool has the answers and not the questions, and no data set is chosen.',
    remedy: 'Choose the data set that it was made on, on the first page, and open the log then.',
  })

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

export type { DataWorker }

expose(new DataWorker())
