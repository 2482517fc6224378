import { internalError } from '../engine/base/errors.ts'
import type { AppState } from './state.ts'

/** The page's one state: replaced as a whole, never changed in place. */
export class AppStore {
  #state: AppState
  #notices = 0
  readonly #listeners = new Set<() => void>()

  constructor(initial: AppState) {
    this.#state = initial
  }

  get state(): AppState {
    return this.#state
  }

  change(part: Partial<AppState>): void {
    this.#state = { ...this.#state, ...part }
    for (const listener of this.#listeners) listener()
  }

  /** Tells of an error that belongs to no other place. */
  notify(thrown: unknown): void {
    this.#notices++
    this.change({
      notices: [...this.#state.notices, { id: this.#notices, error: internalError('page', thrown) }],
    })
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
