import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { OnChunk, RecordsWorker } from '../../workers/contracts/stored.ts'
import { proxy, type Remote, type WorkerHandle } from './bridge.ts'
import { Watchdog } from './watchdog.ts'

/**
 * Milliseconds between two chunks of records after which a worker is replaced, for the first worker and the next ones. A chunk
 * takes 0.06 s, or seconds on a busy machine. Chromium was seen to leave such workers without an answer (docs/performance.md).
 */
const timeouts = [10_000, 10_000, 30_000, 120_000]

const expired = Symbol('expired')

type Work<T> = (worker: Remote<RecordsWorker>, onChunk: OnChunk) => Promise<T>

/** `runInRecordsWorker` on this page. */
export type RunInRecordsWorker = <T>(work: Work<T>) => Promise<T>

/**
 * Reads the records of a large run in a worker of its own, which ends with the work.
 * @param work calls `onChunk` for each chunk. It is repeated if the worker stops, so partial results must not matter.
 * @throws VoxelwiseError storage if no worker finished
 */
export async function runInRecordsWorker<T>(
  work: Work<T>,
  start: () => WorkerHandle<RecordsWorker>,
): Promise<T> {
  for (const timeout of timeouts) {
    const { remote, crashed, close } = start()
    const watchdog = new Watchdog(timeout)
    const onChunk = proxy((isLast: boolean) => (isLast ? watchdog.pause() : watchdog.progress()))
    try {
      const stopped = watchdog.expired.then(() => expired)
      const done = await Promise.race([work(remote, onChunk), crashed, stopped])
      if (done !== expired) return done as T
    } finally {
      watchdog.end()
      close()
    }
  }
  throw new VoxelwiseError({
    code: 'storage',
    subject: 'IndexedDB',
    message: 'The browser stopped answering while the records of this run were read.',
    remedy: 'Reload the page and open the run again. No data is lost.',
  })
}
