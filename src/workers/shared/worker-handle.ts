import { notLoaded } from '../../engine/base/page-parts.ts'
import { type Remote, wrap } from './comlink.ts'

/** A worker, and its verbs as a remote object. */
export interface WorkerHandle<T> {
  /** Its verbs. They reject with `page-outdated` where the worker's script cannot be loaded. */
  readonly remote: Remote<T>
  /** Rejects when the worker itself breaks (a script error, not an exception of a verb), and otherwise never settles. */
  readonly crashed: Promise<never>
  close(): void
}

export function workerHandle<T>(worker: Worker): WorkerHandle<T> {
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

/** The calls in progress: a worker without a script never answers them. */
class Verbs {
  readonly #pending = new Set<(error: Error) => void>()
  #failure: Error | null = null

  /** The same remote object, whose methods reject after `fail`. */
  of<T>(remote: Remote<T>): Remote<T> {
    return new Proxy(remote as object, {
      get: (target, name) => {
        const verb = Reflect.get(target, name)
        if (typeof name === 'symbol' || name === 'then') return verb
        return (...given: readonly unknown[]) => this.#settled(verb(...given))
      },
    }) as Remote<T>
  }

  fail(error: Error): void {
    this.#failure = error
    for (const fail of this.#pending) fail(error)
    this.#pending.clear()
  }

  #settled(answer: Promise<unknown>): Promise<unknown> {
    const settled = new Promise<unknown>((resolve, reject) => {
      const fail = (error: Error): void => {
        // Some calls have no caller that waits. Those with one report the same failure.
        settled.catch(() => {})
        reject(error)
      }
      this.#pending.add(fail)
      answer.then(resolve, reject).finally(() => this.#pending.delete(fail))
    })
    if (this.#failure) this.fail(this.#failure)
    return settled
  }
}
