import { proxy, type Remote, transfer } from '../../workers/shared/comlink.ts'
import type { WorkerHandle } from '../../workers/shared/worker-handle.ts'

// How the page deals with workers. `start-workers.ts` starts each kind.

/** A port of its own to a worker that provides ports. */
export async function portTo(worker: {
  readonly remote: { connect(port: MessagePort): Promise<void> }
}): Promise<MessagePort> {
  const { port1, port2 } = new MessageChannel()
  await worker.remote.connect(transfer(port1, [port1]))
  return port2
}

/** A worker that can be ended and started again under the same name. */
export interface Replaceable<T> extends WorkerHandle<T> {
  /** Ends the worker and starts another. Everything open in it is lost, and calls in progress never settle. */
  replace(): void
}

/** `remote` is always the current worker's. Read it for each call: a copy may belong to an ended worker. */
export function replaceable<T>(start: () => WorkerHandle<T>): Replaceable<T> {
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

export { proxy, type Remote, transfer, type WorkerHandle }
