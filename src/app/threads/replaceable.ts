import type { Bridged } from '../../workers/shared/bridged.ts'

/** A worker that can be ended and started again under the same name. */
export interface Replaceable<T> extends Bridged<T> {
  /** Ends the worker, and starts another: what was open in it is lost, and calls to it never settle. */
  replace(): void
}

/** `remote` is always the current worker's. Read it for each call: one that was kept may belong to an ended worker. */
export function replaceable<T>(start: () => Bridged<T>): Replaceable<T> {
  let current = start()
  return {
    get remote() {
      return current.remote
    },
    get crashed() {
      return current.crashed
    },
    close: () => current.close(),
    replace() {
      current.close()
      current = start()
    },
  }
}
