import { notLoaded } from '../../engine/base/page-parts.ts'
import { type Remote, wrap } from './comlink.ts'

/** A worker with the remote object that stands for it here. */
export interface Bridged<T> {
  /** Its verbs. They reject with `page-outdated` where the worker's script cannot be loaded. */
  readonly remote: Remote<T>
  /** Settles never, or rejects when the worker itself breaks (a script error, not an exception of a verb). */
  readonly crashed: Promise<never>
  close(): void
}

export function bridge<T>(worker: Worker): Bridged<T> {
  const verbs = new Verbs()
  let hasSpoken = false
  worker.addEventListener('message', () => (hasSpoken = true), { once: true })
  const crashed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) => {
      // The event has a message where the script ran, and none where it, or a module that it imports, was not there.
      if (message || hasSpoken) return reject(new Error(message || 'The worker broke.'))
      const error = notLoaded()
      verbs.fail(error)
      reject(error)
    })
  })
  crashed.catch(() => {})
  return { remote: verbs.of(wrap<T>(worker)), crashed, close: () => worker.terminate() }
}

/** What a worker has been asked: a worker without a script never answers. */
class Verbs {
  readonly #pending = new Set<(error: Error) => void>()
  #failure: Error | null = null

  /** The same remote object, whose verbs reject after `fail`. */
  of<T>(remote: Remote<T>): Remote<T> {
    return new Proxy(remote as object, {
      get: (target, name) => {
        const verb = Reflect.get(target, name)
        if (typeof name === 'symbol' || name === 'then') return verb
        return (...given: readonly unknown[]) => this.#answered(verb(...given))
      },
    }) as Remote<T>
  }

  fail(error: Error): void {
    this.#failure = error
    for (const fail of this.#pending) fail(error)
    this.#pending.clear()
  }

  #answered(answer: Promise<unknown>): Promise<unknown> {
    const answered = new Promise<unknown>((resolve, reject) => {
      const fail = (error: Error): void => {
        // Nobody waits for some verbs; those that somebody waits for report the same failure.
        answered.catch(() => {})
        reject(error)
      }
      this.#pending.add(fail)
      answer.then(resolve, reject).finally(() => this.#pending.delete(fail))
    })
    if (this.#failure) this.fail(this.#failure)
    return answered
  }
}
