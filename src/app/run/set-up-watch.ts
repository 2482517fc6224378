import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import { refusal } from '../../engine/model/refusal.ts'
import { isBusy } from '../state/stage.ts'
import type { AppState } from '../state/state.ts'
import type { AppStore } from '../state/store.ts'

/** The folders that a press of Run would use now. */
interface ReadyFolders {
  readonly dataset: DatasetOverview
  readonly model: ModelOverview
}

/** Null during a run or a trial, and where Run would be refused. */
export function readyFolders({
  dataset,
  model,
  settings,
  live,
  trial,
}: Pick<AppState, 'dataset' | 'model' | 'settings' | 'live' | 'trial'>): ReadyFolders | null {
  if (dataset.status !== 'ready' || model.status !== 'ready') return null
  if ((live && isBusy(live)) || trial.status === 'loading' || trial.status === 'asking') return null
  if (refusal(model.overview, settings, dataset.overview.imagesAtOnce)) return null
  return { dataset: dataset.overview, model: model.overview }
}

/** Work that the set-up wants done before Run is pressed. */
interface WorkAhead<Wanted> {
  /** Null where nothing is wanted. */
  readonly wanted: (state: AppState) => Wanted | null
  readonly isSame: (one: Wanted, other: Wanted) => boolean
  /** Ends what was begun: something else is wanted now, or nothing. */
  readonly change: (wanted: Wanted | null) => void
  readonly begin: (wanted: Wanted) => void
}

/** Milliseconds without another choice before work begins. */
const idleMs = 500

/** Watches the choices of the set-up, and begins work as soon as they rest. */
export class SetUpWatch<Wanted> {
  readonly #app: AppStore
  readonly #work: WorkAhead<Wanted>
  /** Whether the user has chosen anything in this visit: someone who looks at results needs no model. */
  #isAwake = false
  #wanted: Wanted | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(app: AppStore, work: WorkAhead<Wanted>) {
    this.#app = app
    this.#work = work
  }

  /** Something was chosen. */
  wake(): void {
    if (!this.#isAwake) this.#app.subscribe(() => this.#look())
    this.#isAwake = true
  }

  /** Work that has not begun does not begin until something else is wanted. */
  rest(): void {
    clearTimeout(this.#timer)
  }

  #look(): void {
    const wanted = this.#work.wanted(this.#app.state)
    const before = this.#wanted
    if (wanted === before || (wanted && before && this.#work.isSame(wanted, before))) return
    this.#wanted = wanted
    this.rest()
    this.#work.change(wanted)
    if (wanted) this.#timer = setTimeout(() => this.#work.begin(wanted), idleMs)
  }
}
