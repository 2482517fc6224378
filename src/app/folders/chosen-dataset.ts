import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import type { LoadProgress, TableReading } from '../../data/formats/format.ts'
import { readMapping } from '../../data/formats/mapping/check.ts'
import { mappingJson } from '../../data/formats/mapping/write.ts'
import { sourceName } from '../../data/sources/descriptor.ts'
import type { ChosenSource, SourceDescriptor } from '../../data/sources/source.ts'
import type { KeptReading } from '../../data/store/database.ts'
import { Observable } from '../state/store.ts'
import { proxy, transfer } from '../threads/bridge.ts'
import { watchReading } from '../threads/watchdog.ts'
import { type FolderDeps, Slot } from './slot.ts'

const nothingYet: LoadProgress = { files: 0, testFiles: 0, samples: 0 }

interface DatasetHooks {
  onOpened(overview: DatasetOverview): Promise<void>
  /** Starts another data thread in place of one that has stopped. */
  startAgain(): void
}

/** The chosen data set, and how its tables are read. */
export class ChosenDataset {
  readonly slot: Slot<'dataset'>
  /** Not in the page's state, at whose every change all views are drawn: it changes several times a second. */
  readonly readSoFar = new Observable(nothingYet)
  readonly #deps: FolderDeps
  readonly #hooks: DatasetHooks
  /** Paths of the files of a folder that was just dropped. They can be read once. */
  readonly #paths = new WeakMap<ChosenSource, () => ReadableStream<readonly string[]>>()
  #reading: TableReading = {}

  constructor(deps: FolderDeps, hooks: DatasetHooks) {
    this.slot = new Slot('dataset', deps)
    this.#deps = deps
    this.#hooks = hooks
  }

  /** The files of a dropped folder, which are known sooner than its handle lists them. */
  notePaths(source: ChosenSource, paths: () => ReadableStream<readonly string[]>): void {
    this.#paths.set(source, paths)
  }

  /**
   * Reads the tables of the data set in another way; slices and names stay as chosen. A mapping is kept for the next visit.
   * @param isPartGuessed whether columns of it are still to be confirmed: until then it is not kept
   */
  async readAgain(change: TableReading, isPartGuessed = false): Promise<void> {
    const { source } = this.slot
    if (!source) return
    const { slices, keepNames, isPrivate, keepColumns } = this.#reading
    // What a guess keeps, and the user has not taken out of it, is not kept on purpose.
    const chosen = change.mapping ? (keepColumns ?? []) : keepColumns
    const reading = { slices, keepNames, isPrivate, keepColumns: chosen, ...change }
    // A source of its own, so that a slower reading before it is passed over.
    await this.open({ ...source }, reading)
    if (!isPartGuessed) return this.#keep(reading)
    if (reading.mapping && this.#reading === reading) this.#deps.app.change({ isPartGuessed })
  }

  /** Accepts the mapping on show. One that the user changed is kept. */
  async confirmMapping(): Promise<void> {
    const { app } = this.#deps
    const { isPartGuessed } = app.state
    app.change({ confirmed: this.slot.overview().fingerprint, isPartGuessed: false })
    if (isPartGuessed) await this.#keep(this.#reading)
  }

  async #keep(reading: TableReading): Promise<void> {
    const { app, store, remember } = this.#deps
    const { dataset } = app.state
    if (!reading.mapping || !remember || dataset.status !== 'ready' || dataset.overview.salted) return
    const open = await store.catch(() => null)
    const storedMapping = { document: mappingJson(reading.mapping), split: reading.split ?? null }
    await open?.folders.keepMapping(dataset.overview.name, storedMapping)
    app.change({ isMappingKept: open !== null })
  }

  /** Reads the data set as before, with these slices of its volumes; null for none. */
  chooseSlices(rule: string | null): Promise<void> {
    return this.readAgain({ ...this.#reading, slices: rule ?? undefined })
  }

  /** Reads the data set as before, with the names of its files. */
  keepNames(): Promise<void> {
    return this.readAgain({ ...this.#reading, keepNames: true })
  }

  /** Reads the data set as before, as one that is private, or only if it has DICOM files. */
  markPrivate(isPrivate: boolean): Promise<void> {
    const marked = { isPrivate: isPrivate || undefined, keepNames: undefined, keepColumns: [] }
    return this.readAgain({ ...this.#reading, ...marked })
  }

  /** Reads the private data set as before, with or without a column that no question needs. */
  keepColumn(column: string, isKept: boolean): Promise<void> {
    const others = (this.slot.overview().kept?.columns ?? []).filter(name => name !== column)
    return this.readAgain({ ...this.#reading, keepColumns: isKept ? [...others, column] : others })
  }

  /** Deletes the mapping that the user gave, and reads the data set without it. */
  async forgetMapping(): Promise<void> {
    const { name } = this.slot.overview()
    await (await this.#deps.store).folders.forgetMapping(name)
    await this.readAgain({})
  }

  /**
   * Opens a folder with the mapping that is stored for its name. Where that no longer fits, the page says why, and the
   * folder is read without: another folder may have the same name.
   */
  async openAsBefore(source: ChosenSource): Promise<void> {
    const { app, store, remember } = this.#deps
    this.#select(source)
    const { name } = sourceName(source)
    const storedMapping = remember ? await (await store.catch(() => null))?.folders.mapping(name) : undefined
    if (this.slot.source !== source) return
    if (!storedMapping) return this.open(source)
    try {
      await this.open(source, keptReading(storedMapping, name))
      if (this.slot.source !== source) return
      this.slot.overview()
      app.change({ isMappingKept: true })
    } catch (error) {
      app.notify(error)
      await this.open({ ...source })
    }
  }

  async unlock(source: ChosenSource): Promise<void> {
    if (this.#reading.mapping) await this.open(source, this.#reading)
    else await this.openAsBefore(source)
  }

  lock(source: ChosenSource, reading: TableReading): void {
    this.#reading = reading
    this.slot.lock(source)
  }

  /** Opens a folder in the data worker. A data set is never behind a server. */
  async open(source: ChosenSource, reading: TableReading = {}): Promise<void> {
    if (source.kind === 'server' || source.kind === 'copy') throw new Error('Only a folder has a data set.')
    const { app } = this.#deps
    this.#reading = reading
    app.change({ isMappingKept: false, isPartGuessed: false })
    this.#select(source)
    await this.slot.open(
      source,
      number => this.#read(number, source, reading),
      // Another data set's samples may follow another protocol.
      ({ protocol }) => ({ settings: { ...app.state.settings, protocol } }),
    )
    const { dataset } = app.state
    if (dataset.status === 'ready') await app.orNotify(this.#hooks.onOpened(dataset.overview))
    if (!(dataset.status === 'ready' && dataset.overview.salted)) await this.slot.rememberLast(source)
    else if (this.slot.source === source) await this.#forgetTraces(sourceName(source).name)
  }

  /** A folder may have been remembered before the user marked it as private. */
  async #forgetTraces(name: string): Promise<void> {
    const open = await this.#deps.store.catch(() => null)
    if (!open) return
    const last = await open.folders.source('last/dataset')
    if (last && sourceName(last).name === name) await open.folders.forget(['last/dataset'])
    await open.folders.forgetMapping(name)
  }

  #select(source: ChosenSource): void {
    this.readSoFar.set(nothingYet)
    this.slot.select(source)
  }

  #read(number: number, source: SourceDescriptor, reading: TableReading) {
    const paths = this.#paths.get(source)?.()
    // Once only: a second reading needs the files that the folder has then.
    this.#paths.delete(source)
    const { remote } = this.#deps.data
    return watchReading(
      onFile => {
        const onProgress = (progress: LoadProgress): void => {
          onFile(null)
          if (this.slot.source === source) this.readSoFar.set(progress)
        }
        const listed = paths && transfer(paths, [paths])
        return remote.openDataset(number, source, proxy(onProgress), reading, listed, proxy(onFile))
      },
      { folder: sourceName(source).name, end: this.#hooks.startAgain },
    )
  }
}

function keptReading({ document, split }: KeptReading, name: string): TableReading {
  return { mapping: readMapping(document, name), ...(split !== null && { split }) }
}
