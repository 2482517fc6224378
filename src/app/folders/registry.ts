import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import type { LoadProgress, TableReading } from '../../data/formats/format.ts'
import { readMapping } from '../../data/formats/mapping/check.ts'
import { mappingJson } from '../../data/formats/mapping/write.ts'
import { sourceName } from '../../data/sources/descriptor.ts'
import type { ChosenSource, ServerDescriptor, SourceDescriptor } from '../../data/sources/source.ts'
import type { KeptReading } from '../../data/store/database.ts'
import type { Store } from '../../data/store/store.ts'
import { type ErrorInfo, internalError, VoxelwiseError } from '../../engine/base/errors.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import { serverWords } from '../../engine/model/served.ts'
import { computedHere } from '../../engine/protocol/device.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { RunSettings } from '../../engine/protocol/settings.ts'
import type { DataWorker } from '../../workers/contracts/data.ts'
import type { Needed, Opening } from '../../workers/contracts/folders.ts'
import { folderChanged } from '../../workers/data/opened-role.ts'
import { findWebGpu, limitsOf } from '../state/device.ts'
import type { FolderRole, Picked } from '../state/state.ts'
import { type AppStore, Observable } from '../state/store.ts'
import { proxy, type Replaceable, transfer } from '../threads/bridge.ts'
import { watchReading } from '../threads/watch-reading.ts'
import { askAgain, describe, isAtHand, lastFolder } from './describe.ts'
import { type MissingFolder, notPicked, PickedLists } from './picked-lists.ts'

const nothingYet: LoadProgress = { files: 0, testFiles: 0, samples: 0 }

/** The two chosen folders: opened in the data worker, remembered, locked and unlocked. */
export class FolderRegistry {
  readonly #app: AppStore
  readonly #data: Replaceable<DataWorker>
  readonly #store: Promise<Store>
  readonly #remember: boolean
  /** Settles when it is known whether there is WebGPU, on which depends what is recommended of a model. */
  readonly deviceFound: Promise<void>
  /** Apart from the page's state, at whose every change all views are drawn: it is told several times a second. */
  readonly readSoFar = new Observable(nothingYet)
  readonly #folders: Record<FolderRole, ChosenSource | null> = { dataset: null, model: null }
  /** Each opening has a number of its own, so that a run can name what it needs. */
  #openings = 0
  readonly #numbers: Record<FolderRole, number> = { dataset: 0, model: 0 }
  /** Of runs that this page made, where only a name would be kept of files that were picked one by one. */
  readonly #ofRuns = new Map<string, ChosenSource>()
  readonly #lists = new PickedLists()
  /** Of a folder that was just dropped: its files' paths, told once. */
  readonly #paths = new WeakMap<ChosenSource, () => ReadableStream<readonly string[]>>()
  /** How the tables of the data set are read. */
  #reading: TableReading = {}

  constructor(app: AppStore, data: Replaceable<DataWorker>, store: Promise<Store>, remember: boolean) {
    this.#app = app
    this.#data = data
    this.#store = store
    this.#remember = remember
    this.deviceFound = findWebGpu().then(webgpu => app.change({ device: { ...app.state.device, webgpu } }))
  }

  descriptor(role: FolderRole): ChosenSource | null {
    return this.#folders[role]
  }

  choose(role: FolderRole, picked: Picked, reading?: TableReading): Promise<void> {
    const descriptor = describe(role, picked)
    if (picked.from === 'handle' && picked.paths) this.#paths.set(descriptor, picked.paths)
    return reading ? this.#open(role, descriptor, reading) : this.#openAsBefore(role, descriptor)
  }

  /** Reads the tables of the data set otherwise; a mapping is kept for the next visit. */
  async readAgain(reading: TableReading): Promise<void> {
    const descriptor = this.#folders.dataset
    if (!descriptor) return
    // A descriptor of its own, so that a slower reading before it is passed over.
    await this.#open('dataset', { ...descriptor }, reading)
    const { dataset } = this.#app.state
    if (!reading.mapping || !this.#remember || dataset.status !== 'ready' || dataset.overview.salted) return
    const store = await this.#store.catch(() => null)
    const kept = { document: mappingJson(reading.mapping), split: reading.split ?? null }
    await store?.keepMapping(dataset.overview.name, kept)
    this.#app.change({ isMappingKept: store !== null })
  }

  /** Reads the data set as before, with the names of its files. */
  keepNames(): Promise<void> {
    return this.readAgain({ ...this.#reading, keepNames: true })
  }

  /** Forgets how the user had the data set read, and reads it as if nobody had said so. */
  async forgetMapping(): Promise<void> {
    const { name } = this.dataset()
    await (await this.#store).forgetMapping(name)
    await this.readAgain({})
  }

  /**
   * Opens a folder, a data set's with the mapping that is kept of it. One that does not fit any more is told and passed
   * over: another folder may have the name.
   */
  async #openAsBefore(role: FolderRole, descriptor: ChosenSource): Promise<void> {
    const { name } = sourceName(descriptor)
    // From now on, so that what is chosen last is opened, whatever of the last visit is still being looked up, and so that
    // no run can be started on the folder before it under the name of this one.
    this.#folders[role] = descriptor
    this.#showReading(role, name)
    const store = role === 'dataset' && this.#remember ? await this.#store.catch(() => null) : null
    const kept = await store?.mapping(name)
    if (this.#folders[role] !== descriptor) return
    if (!kept) return this.#open(role, descriptor)
    try {
      await this.#open(role, descriptor, keptReading(kept, name))
      if (this.#folders.dataset !== descriptor) return
      this.dataset()
      this.#app.change({ isMappingKept: true })
    } catch (error) {
      this.#app.notify(error)
      await this.#open(role, { ...descriptor })
    }
  }

  /** Brings back the folders of the last visit, or asks for them. */
  async bringBackLast(): Promise<void> {
    const bringBack = async (role: FolderRole): Promise<void> => {
      // That there is no store is told by the list of runs; folders can be looked at without one.
      const descriptor = await lastFolder(await this.#store.catch(() => null), role)
      const isThere = await isAtHand(descriptor)
      // The user may have picked something in the meantime.
      if (this.#folders[role]) return
      if (isThere) await this.#openAsBefore(role, descriptor)
      else this.#lock(role, descriptor)
    }
    await Promise.all([bringBack('dataset'), bringBack('model')])
  }

  async unlock(role: FolderRole): Promise<void> {
    const descriptor = this.#folders[role]
    if (!descriptor || !(await askAgain(descriptor))) return
    if (role === 'dataset' && this.#reading.mapping) await this.#open(role, descriptor, this.#reading)
    else await this.#openAsBefore(role, descriptor)
  }

  dataset(): DatasetOverview {
    const { dataset } = this.#app.state
    if (dataset.status === 'ready') return dataset.overview
    if (dataset.status === 'failed') throw new VoxelwiseError(dataset.error)
    throw notAtHand(dataset.status === 'none' ? 'data set' : dataset.name)
  }

  model(): ModelOverview {
    const { model } = this.#app.state
    if (model.status === 'ready') return model.overview
    if (model.status === 'failed') throw new VoxelwiseError(model.error)
    throw notAtHand(model.status === 'none' ? 'model' : model.name)
  }

  /**
   * The data set and model on show, for a run to hold.
   * @throws VoxelwiseError where either is not ready
   */
  needed(): Needed {
    return { dataset: this.#shown('dataset'), model: this.#shown('model') }
  }

  #shown(role: FolderRole): Opening {
    return { name: this[role]().name, number: this.#numbers[role] }
  }

  /** Remembers with a run which folders it was made with. */
  async keepFor(
    { id, dataset }: Pick<Run, 'id' | 'dataset'>,
    sources: { readonly dataset: ChosenSource; readonly model: ChosenSource },
  ): Promise<void> {
    const store = await this.#store
    for (const role of ['dataset', 'model'] as const) {
      const descriptor = sources[role]
      this.#ofRuns.set(`${id}/${role}`, descriptor)
      // What is kept of a folder names its files.
      if (role === 'dataset' && dataset.salted) continue
      await store.keepFolder(`${id}/${role}`, descriptor)
    }
  }

  /**
   * Says at once which folders of several runs have to be picked again, and leads to them.
   * @throws VoxelwiseError permission-denied where any has
   */
  async expectPicked(runs: readonly Run[]): Promise<void> {
    const missing = new Map<string, MissingFolder>()
    for (const run of runs)
      for (const role of ['dataset', 'model'] as const) {
        if ((await this.#fingerprint(run, role)) === run[role].fingerprint) continue
        const kept = await this.#keptOf(run, role)
        if (kept?.kind !== 'files' || (await isAtHand(kept))) continue
        missing.set(`${role}/${kept.name}`, { role, name: kept.name })
        if (this.#app.state[role].status !== 'locked') this.#lock(role, kept, readingOf(run))
      }
    if (missing.size > 0) throw notPicked([...missing.values()])
  }

  /** Opens the folders that a run was made with, unless they are open, and checks that they are the same. */
  async bringBackFor(run: Run): Promise<{ readonly needed: Needed; readonly model: ModelOverview }> {
    await this.expectPicked([run])
    const dataset = await this.#bringBack(run, 'dataset')
    const model = await this.#bringBack(run, 'model')
    return { needed: { dataset, model }, model: this.model() }
  }

  /** The same for its data set alone. */
  bringBackDatasetFor(run: Run): Promise<Opening> {
    return this.#bringBack(run, 'dataset')
  }

  /** The data set folder of a run, for looking at its images; null where it is not at hand. */
  async datasetOf(run: Run): Promise<SourceDescriptor | null> {
    if ((await this.#fingerprint(run, 'dataset')) === run.dataset.fingerprint)
      return folderOf(this.#folders.dataset)
    const kept = await (await this.#store).folder(`${run.parent ?? run.id}/dataset`)
    return kept && (await isAtHand(kept)) ? folderOf(kept) : null
  }

  async #bringBack(run: Run, role: FolderRole): Promise<Opening> {
    const { name, fingerprint } = run[role]
    const open = { name, number: this.#numbers[role] }
    if ((await this.#fingerprint(run, role)) === fingerprint) return open
    const descriptor = await this.#keptOf(run, role)
    if (!descriptor) throw notAtHand(name)
    const reading = readingOf(run)
    if (!(await isAtHand(descriptor)) && !(await askAgain(descriptor))) {
      this.#lock(role, descriptor, reading)
      throw descriptor.kind === 'files' ? notPicked([{ role, name }]) : notAtHand(name)
    }
    await this.#open(role, descriptor, reading)
    if (this.#folders[role] !== descriptor) throw folderChanged(name)
    const opened = this.#shown(role)
    if ((await this.#fingerprint(run, role)) === fingerprint) return { name, number: opened.number }
    throw new VoxelwiseError({ code: 'fingerprint-mismatch', subject: name, ...otherWords(run, role) })
  }

  /** What a run was made with; where the browser forgot its files, those that were picked again by its name. */
  async #keptOf(run: Run, role: FolderRole): Promise<ChosenSource | undefined> {
    const key = `${run.parent ?? run.id}/${role}`
    const isBundled = run[role].source === 'bundled'
    const kept =
      this.#ofRuns.get(key) ??
      (await (await this.#store).folder(key)) ??
      (isBundled ? describe(role, { from: 'demo' }) : undefined)
    const isForgotten = !kept || (kept.kind === 'files' && !(await isAtHand(kept)))
    return (isForgotten && this.#lists.named(role, run[role].name)) || kept
  }

  /** Of what is open now; null where nothing is, or where it has not the run's precision. */
  async #fingerprint(run: Run, role: FolderRole): Promise<string | null> {
    const { dataset, model } = this.#app.state
    if (role === 'dataset') return dataset.status === 'ready' ? dataset.overview.fingerprint : null
    if (model.status !== 'ready' || model.overview.family !== run.model.family) return null
    return this.#data.remote.fingerprintModel(this.#shown('model'), run.model.family, run.settings.dtype)
  }

  /** Opens a folder in the data worker and shows how that goes. */
  async #open(role: FolderRole, descriptor: ChosenSource, reading: TableReading = {}): Promise<void> {
    const { name } = sourceName(descriptor)
    this.#folders[role] = descriptor
    this.#lists.note(role, descriptor)
    if (role === 'dataset') {
      this.#reading = reading
      this.#app.change({ isMappingKept: false })
    }
    this.#showReading(role, name)
    try {
      if (descriptor.kind === 'server') await this.#openServer(descriptor)
      else if (role === 'dataset') await this.#openDataset(descriptor, reading)
      else await this.#openModel(descriptor)
    } catch (error) {
      if (this.#folders[role] === descriptor)
        this.#app.change({ [role]: { status: 'failed', name, error: internalError(name, error) } })
      return
    }
    // Something else may have been picked in the meantime.
    if (!this.#remember || this.#folders[role] !== descriptor) return
    if (role !== 'dataset' || !this.dataset().salted) await this.#keep(role, descriptor)
  }

  #showReading(role: FolderRole, name: string): void {
    if (role === 'dataset') this.readSoFar.set(nothingYet)
    this.#app.change({ [role]: { status: 'reading', name } })
  }

  /** A folder that was read can be used, whether or not it can be remembered. */
  async #keep(role: FolderRole, descriptor: ChosenSource): Promise<void> {
    const store = await this.#store.catch(() => null)
    await store?.keepFolder(`last/${role}`, descriptor).catch(error => this.#app.notify(error))
  }

  async #openDataset(descriptor: SourceDescriptor, reading: TableReading): Promise<void> {
    const paths = this.#paths.get(descriptor)?.()
    // Once only: whoever reads the folder again wants the files that it has then.
    this.#paths.delete(descriptor)
    const number = ++this.#openings
    const overview = await watchReading(
      onFile => {
        const onProgress = (progress: LoadProgress): void => {
          onFile(null)
          if (this.#folders.dataset === descriptor) this.readSoFar.set(progress)
        }
        return this.#data.remote.openDataset(
          number,
          descriptor,
          proxy(onProgress),
          reading,
          paths && transfer(paths, [paths]),
          proxy(onFile),
        )
      },
      { folder: sourceName(descriptor).name, end: () => this.#startAgain() },
    )
    if (this.#folders.dataset !== descriptor) return
    this.#numbers.dataset = number
    // Another data set's samples may be meant otherwise.
    const settings = { ...this.#app.state.settings, protocol: overview.protocol }
    this.#app.change({ dataset: { status: 'ready', overview }, settings })
    await this.#describeModelFor(overview)
  }

  /** Another data thread in place of one that has stopped: the model that was open in it is opened again. */
  #startAgain(): void {
    this.#data.replace()
    const { model } = this.#folders
    if (model && this.#app.state.model.status === 'ready') void this.#open('model', model)
  }

  /** Questions of more images, or of fewer, need other memory. */
  async #describeModelFor({ imagesAtOnce }: DatasetOverview): Promise<void> {
    const { model } = this.#app.state
    if (model.status !== 'ready' || model.overview.server) return
    if (model.overview.prompt.images === Math.max(1, imagesAtOnce)) return
    const overview = await this.#data.remote.describeModel(limitsOf(this.#app.state.device))
    if (this.#app.state.model === model) this.#app.change({ model: { status: 'ready', overview } })
  }

  async #openModel(descriptor: SourceDescriptor): Promise<void> {
    await this.deviceFound
    if (this.#folders.model !== descriptor) return
    const number = ++this.#openings
    const overview = await this.#data.remote.openModel(number, descriptor, limitsOf(this.#app.state.device))
    if (this.#folders.model !== descriptor) return
    this.#numbers.model = number
    const { recommended } = overview
    const before = this.#app.state.settings
    this.#app.change({
      model: { status: 'ready', overview },
      settings: {
        ...this.#app.state.settings,
        // Another model's prompt is another choice.
        chatTemplate: 'own',
        ...(recommended ? { device: recommended.device, dtype: recommended.dtype } : afterServer(before)),
      },
    })
  }

  async #openServer(descriptor: ServerDescriptor): Promise<void> {
    const { name, base } = descriptor
    // In the order in which they were picked.
    await this.deviceFound
    if (this.#folders.model !== descriptor) return
    const onStep = (step: string): void => {
      const { model } = this.#app.state
      if (this.#folders.model === descriptor && model.status === 'reading')
        this.#app.change({ model: { ...model, step } })
    }
    const number = ++this.#openings
    const overview = await this.#data.remote.openServer('model', number, base, name, proxy(onStep))
    if (this.#folders.model !== descriptor) return
    this.#numbers.model = number
    const settings = { ...this.#app.state.settings, device: 'server', dtype: 'server' } as const
    this.#app.change({ model: { status: 'ready', overview }, settings })
  }

  #lock(role: FolderRole, descriptor: ChosenSource, reading: TableReading = {}): void {
    this.#folders[role] = descriptor
    if (role === 'dataset') this.#reading = reading
    const { name, kind } = sourceName(descriptor)
    this.#app.change({ [role]: { status: 'locked', name, source: kind } })
  }
}

function otherWords({ model: { server } }: Run, role: FolderRole): Pick<ErrorInfo, 'message' | 'remedy'> {
  if (role === 'model' && server)
    return {
      message: `The server’s model changed since this run began with ${server.model} on ${serverWords(server)}.`,
      remedy: 'Start that server with that model, or start a new run.',
    }
  return {
    message: 'This folder has changed since this run began.',
    remedy: 'Restore the original files, or start a new run.',
  }
}

/** A data set is never behind a server. */
const folderOf = (source: ChosenSource | null): SourceDescriptor | null =>
  source?.kind === 'server' ? null : source

/** What a server stood for is chosen again. */
const afterServer = (settings: RunSettings): Partial<RunSettings> =>
  computedHere(settings) ? {} : { device: 'wasm', dtype: 'q8' }

function keptReading({ document, split }: KeptReading, name: string): TableReading {
  return { mapping: readMapping(document, name), ...(split !== null && { split }) }
}

/** How the data set of a run was read. */
function readingOf({ dataset: { name, mapping, derived, salted } }: Run): TableReading {
  if (derived) {
    const { rules: _, ...reading } = derived
    return { headers: reading }
  }
  const named = { ...(!salted && { keepNames: true }) }
  if (!mapping) return named
  return {
    ...named,
    mapping: readMapping(mapping.document, name),
    ...(mapping.split !== null && { split: mapping.split }),
  }
}

function notAtHand(name: string): VoxelwiseError {
  return new VoxelwiseError({
    code: 'permission-denied',
    subject: name,
    message: 'This folder is not open.',
    remedy: `Pick the folder "${name}" on the first page, then try again.`,
  })
}
