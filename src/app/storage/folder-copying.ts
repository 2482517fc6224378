import { copyKey } from '../../data/store/folder-store.ts'
import type { Restored } from '../../data/store/news.ts'
import type { Store } from '../../data/store/store.ts'
import { errorMessage } from '../../engine/base/errors.ts'
import type { ResultsWorker } from '../../workers/contracts/stored.ts'
import { isBusy } from '../state/stage.ts'
import type { AppStore } from '../state/store.ts'
import type { WorkerHandle } from '../threads/bridge.ts'
import type { Imports } from './importing.ts'
import { copyStopped } from './storage-notices.ts'

/** Milliseconds between two copies during a run. */
const pause = 5000

/** Copying takes at most one twentieth of the time, because each copy rewrites the whole run. */
const share = 20

/** Copies runs from the store to a folder of the user's: a run neither waits for it nor fails by it. */
export class FolderCopying {
  readonly #app: AppStore
  readonly #store: Promise<Store>
  readonly #results: Pick<WorkerHandle<ResultsWorker>, 'remote'>
  readonly #imports: Pick<Imports, 'copy'>
  #folder: FileSystemDirectoryHandle | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #working: Promise<void> = Promise.resolve()
  #next = 0
  #wasBusy = false

  constructor(
    app: AppStore,
    store: Promise<Store>,
    results: Pick<WorkerHandle<ResultsWorker>, 'remote'>,
    imports: Pick<Imports, 'copy'>,
  ) {
    this.#app = app
    this.#store = store
    this.#results = results
    this.#imports = imports
    app.subscribe(() => this.#watch())
  }

  /** Continues with the folder of the last visit. */
  async begin(): Promise<void> {
    const source = await (await this.#store).folders.source(copyKey)
    if (source?.kind !== 'directory') return
    this.#folder = source.handle
    if ((await source.handle.queryPermission(write)) === 'granted') this.#go()
    else this.#app.change({ copy: { status: 'stopped', name: source.handle.name } })
  }

  async choose(): Promise<void> {
    const handle = await pick()
    if (!handle) return
    await (await this.#store).folders.keep(copyKey, { kind: 'directory', handle })
    this.#folder = handle
    this.#go()
    await this.#working
  }

  async allow(): Promise<void> {
    if ((await this.#folder?.requestPermission(write)) !== 'granted') return
    this.#go()
    await this.#working
  }

  async stop(): Promise<void> {
    this.#folder = null
    this.#app.change({ copy: { status: 'none' } })
    await (await this.#store).folders.forget([copyKey])
  }

  async bringBack(onProgress: (done: number) => void, signal: AbortSignal): Promise<Restored> {
    if (!this.#folder) return { runs: 0, records: 0, problems: [] }
    return this.#imports.copy(this.#folder, onProgress, signal)
  }

  /** Something changed; several changes become one copy. */
  soon(): void {
    if (this.#folder === null || this.#timer !== null || this.#app.state.copy.status !== 'copying') return
    this.#timer = setTimeout(() => this.#copy(), Math.max(0, this.#next - performance.now()))
  }

  #go(): void {
    if (this.#folder) this.#app.change({ copy: { status: 'copying', name: this.#folder.name } })
    this.#copy()
  }

  /** Records do not broadcast changes; the end of a run is copied immediately. */
  #watch(): void {
    if (this.#folder === null) return
    const { live } = this.#app.state
    const busy = live !== null && isBusy(live)
    if (busy) this.soon()
    else if (this.#wasBusy) this.#copy()
    this.#wasBusy = busy
  }

  #copy(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#working = this.#working.then(() => this.#once())
  }

  async #once(): Promise<void> {
    const folder = this.#folder
    if (!folder || this.#app.state.copy.status !== 'copying') return
    const began = performance.now()
    try {
      await this.#results.remote.copyTo(folder)
    } catch (error) {
      if (this.#folder !== folder) return
      this.#app.change({ copy: { status: 'stopped', name: folder.name } })
      this.#app.notify(copyStopped(folder.name, errorMessage(error)))
    }
    const ended = performance.now()
    this.#next = ended + Math.max(pause, share * (ended - began))
  }
}

const write = { mode: 'readwrite' } as const

/** @returns null where the user thought better of it */
async function pick(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await window.showDirectoryPicker(write)
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return null
    throw thrown
  }
}
