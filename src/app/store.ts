import { type ErrorInfo, errorInfo } from '../engine/base/errors.ts'
import type { AppState } from './state.ts'

const unexpected: ErrorInfo = {
  code: 'file-unreadable',
  subject: 'page',
  message: 'Something went wrong.',
  remedy: 'Reload the page and try again.',
}

/** Any thrown value as an error that can be shown. */
export const shown = (thrown: unknown): ErrorInfo => errorInfo(thrown, unexpected)

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
    this.change({ notices: [...this.#state.notices, { id: this.#notices, error: shown(thrown) }] })
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
