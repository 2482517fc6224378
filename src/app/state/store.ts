import { type ErrorInfo, internalError } from '../../engine/base/errors.ts'
import { defaultSettings } from '../../engine/protocol/settings.ts'
import type { AppState, DeviceState } from './state.ts'

/** A value that is replaced as a whole, never changed in place. */
export class Observable<T> {
  #value: T
  readonly #listeners = new Set<() => void>()

  constructor(initial: T) {
    this.#value = initial
  }

  readonly get = (): T => this.#value

  set(value: T): void {
    this.#value = value
    for (const listener of this.#listeners) listener()
  }

  /** @returns what ends it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

const saysTheSame = (one: ErrorInfo, other: ErrorInfo): boolean =>
  one.code === other.code && one.subject === other.subject && one.message === other.message

export class AppStore {
  readonly #state: Observable<AppState>
  #notices = 0

  constructor(initial: AppState) {
    this.#state = new Observable(initial)
  }

  get state(): AppState {
    return this.#state.get()
  }

  change(part: Partial<AppState>): void {
    this.#state.set({ ...this.state, ...part })
  }

  /** Reports an error that belongs to no other place. @param press the button that was pressed before it */
  notify(thrown: unknown, press: string | null = null): void {
    this.#notices++
    const notice = { id: this.#notices, error: internalError('page', thrown), press }
    // A second press replaces what came of the first, and what fails again and again is said once.
    const others = this.state.notices.filter(
      earlier => (press === null || earlier.press !== press) && !saysTheSame(earlier.error, notice.error),
    )
    this.change({ notices: [...others, notice] })
  }

  /** Waits for the work. An error becomes a notice. @param press the button that began it */
  orNotify(work: Promise<void>, press: string | null = null): Promise<void> {
    return work.catch(error => this.notify(error, press))
  }

  subscribe(listener: () => void): () => void {
    return this.#state.subscribe(listener)
  }
}

export const initialState = (device: DeviceState): AppState => ({
  device,
  dataset: { status: 'none' },
  model: { status: 'none' },
  judge: { status: 'none' },
  settings: { device: 'wasm', dtype: 'q8', ...defaultSettings },
  isLengthChosen: false,
  probes: [],
  plan: null,
  features: new Map(),
  confirmed: null,
  isPartGuessed: false,
  isMappingKept: false,
  live: null,
  waiting: [],
  runs: null,
  runsUnreadable: null,
  imagesChecked: null,
  copy: { status: 'none' },
  persistence: 'unasked',
  trial: { status: 'none' },
  deviceTest: { status: 'none' },
  offline: { status: 'checking' },
  unreadFilter: null,
  notices: [],
})
