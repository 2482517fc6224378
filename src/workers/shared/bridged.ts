import { type Remote, wrap } from './comlink.ts'

/** A worker with the remote object that stands for it here. */
export interface Bridged<T> {
  readonly remote: Remote<T>
  /** Settles never, or rejects when the worker itself breaks (a script error, not an exception of a verb). */
  readonly crashed: Promise<never>
  close(): void
}

export function bridge<T>(worker: Worker): Bridged<T> {
  const crashed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', event =>
      reject(new Error(event.message || 'The worker could not be started.')),
    )
  })
  crashed.catch(() => {})
  return { remote: wrap<T>(worker), crashed, close: () => worker.terminate() }
}
