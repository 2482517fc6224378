import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import { sourceName } from '../../data/sources/descriptor.ts'
import type { ChosenSource } from '../../data/sources/source.ts'
import type { Store } from '../../data/store/store.ts'
import { internalError, VoxelwiseError } from '../../engine/base/errors.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import type { DataWorker } from '../../workers/contracts/data.ts'
import type { Opening } from '../../workers/contracts/folders.ts'
import type { AppState, Chosen, FolderRole } from '../state/state.ts'
import type { AppStore } from '../state/store.ts'
import type { Replaceable } from '../threads/bridge.ts'

export interface FolderDeps {
  readonly app: AppStore
  readonly data: Replaceable<DataWorker>
  readonly store: Promise<Store>
  readonly remember: boolean
}

interface Overviews {
  readonly dataset: DatasetOverview
  readonly model: ModelOverview
  readonly judge: ModelOverview
}

/** For messages: each role as people call it, its folder, and where it is picked. */
const words = {
  dataset: { role: 'data set', folder: 'This folder', place: 'on the first page' },
  model: { role: 'model', folder: 'This folder', place: 'on the first page' },
  judge: { role: 'judge', folder: 'The judge’s folder', place: 'under Judge' },
} as const

/** The choice for one role: opened, shown, locked and remembered. Only the last choice counts. */
export class Slot<R extends FolderRole> {
  readonly #role: R
  readonly #deps: FolderDeps
  source: ChosenSource | null = null
  /** Each opening has its own number, so that a run can name what it needs; `number` is that of the shown one. */
  #openings = 0
  number = 0

  constructor(role: R, deps: FolderDeps) {
    this.#role = role
    this.#deps = deps
  }

  /** @throws VoxelwiseError permission-denied where none is open, or why it cannot be read */
  overview(): Overviews[R] {
    const chosen = this.#deps.app.state[this.#role] as Chosen<Overviews[R]>
    if (chosen.status === 'ready') return chosen.overview
    if (chosen.status === 'failed') throw new VoxelwiseError(chosen.error)
    throw this.notOpen(chosen.status === 'none' ? words[this.#role].role : chosen.name)
  }

  /** The shown one, for a run to hold. @throws VoxelwiseError as `overview` */
  opening(): Opening {
    return { name: this.overview().name, number: this.number }
  }

  /** Shows that a source is being read. From now on it is the choice, and no run starts on the one before under its name. */
  select(source: ChosenSource): void {
    this.source = source
    this.#show({ status: 'reading', name: sourceName(source).name })
  }

  /** Shows that the folder of the last visit is being looked for, so that the set-up does not begin as if there were none. */
  expectLast(): void {
    if (this.source === null) this.#show({ status: 'reading', name: '' })
  }

  /** Shows that a remembered source needs the user's permission, or must be picked again. */
  lock(source: ChosenSource): void {
    this.source = source
    const { name, kind } = sourceName(source)
    this.#show({ status: 'locked', name, source: kind })
  }

  /** Shows the current request to a server, in words. */
  showStep(source: ChosenSource, step: string): void {
    const chosen = this.#deps.app.state[this.#role]
    if (this.source === source && chosen.status === 'reading') this.#show({ ...chosen, step })
  }

  /**
   * Reads a source and shows the result, unless another is chosen meanwhile. Never rejects: an error is in the state.
   * @param read receives the number of this opening; null where it was passed over
   * @param also what else of the page's state changes with it
   */
  async open(
    source: ChosenSource,
    read: (number: number) => Promise<Overviews[R] | null>,
    also: (overview: Overviews[R]) => Partial<AppState>,
  ): Promise<void> {
    this.select(source)
    try {
      const number = ++this.#openings
      const overview = await read(number)
      if (this.source !== source || overview === null) return
      this.number = number
      this.#deps.app.change({ [this.#role]: { status: 'ready', overview }, ...also(overview) })
    } catch (error) {
      const { name } = sourceName(source)
      if (this.source === source) this.#show({ status: 'failed', name, error: internalError(name, error) })
    }
  }

  /** Remembers a source that was read for the next visit. It can be used, whether or not it can be remembered. */
  async rememberLast(source: ChosenSource): Promise<void> {
    const { app, store, remember } = this.#deps
    if (!remember || this.source !== source || app.state[this.#role].status !== 'ready') return
    const open = await store.catch(() => null)
    await open?.folders.keep(`last/${this.#role}`, source).catch(error => app.notify(error))
  }

  notOpen(name: string): VoxelwiseError {
    const { folder, place } = words[this.#role]
    return new VoxelwiseError({
      code: 'permission-denied',
      subject: name,
      message: `${folder} is not open.`,
      remedy: `Pick the folder "${name}" ${place}, then try again.`,
    })
  }

  #show(chosen: Exclude<Chosen<never>, { readonly status: 'ready' }>): void {
    this.#deps.app.change({ [this.#role]: chosen })
  }
}
