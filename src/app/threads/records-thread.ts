import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { RecordsWorker } from '../../workers/records.worker.ts'
import type { OnChunk } from '../../workers/results/chunks-told.ts'
import { type Bridged, proxy, type Remote, startRecordsWorker } from './bridge.ts'

/**
 * Milliseconds from one chunk of records to the next after which a thread is ended and another begins anew: a chunk takes 0.06 s,
 * on a crowded machine seconds, and Chromium was seen to leave such threads without an answer for good (docs/performance.md).
 */
const patience = [10_000, 10_000, 30_000, 120_000]

/**
 * Reads the records of a large run in a thread of its own, which ends with the work.
 * @param work tells by `onChunk` that it goes on reading, or is done with that; is begun again in another thread where it stands
 * still, so that what it leaves behind half done must not matter
 * @throws VoxelwiseError storage where no thread came to its end
 */
export async function inRecordsThread<T>(
  work: (worker: Remote<RecordsWorker>, onChunk: OnChunk) => Promise<T>,
  start: () => Bridged<RecordsWorker> = startRecordsWorker,
): Promise<T> {
  for (const silence of patience) {
    const { remote, crashed, close } = start()
    const watch = new Silence(silence)
    try {
      const onChunk = proxy((isLast: boolean) => watch.heard(isLast))
      const done = await Promise.race([work(remote, onChunk), crashed, watch.lasted])
      if (done !== silent) return done
    } finally {
      watch.end()
      close()
    }
  }
  throw new VoxelwiseError({
    code: 'storage',
    subject: 'IndexedDB',
    message: 'The browser has stopped answering while the records of this run were read.',
    remedy: 'Reload the page and open the run again: nothing of it is lost.',
  })
}

const silent = Symbol('silent')

class Silence {
  /** Settles when nothing was heard for so long. */
  readonly lasted: Promise<typeof silent>
  readonly #ms: number
  #tell: (of: typeof silent) => void = () => {}
  #timer: ReturnType<typeof setTimeout>

  constructor(ms: number) {
    this.#ms = ms
    this.lasted = new Promise(resolve => {
      this.#tell = resolve
    })
    this.#timer = this.#wait()
  }

  heard(isLast: boolean): void {
    clearTimeout(this.#timer)
    if (!isLast) this.#timer = this.#wait()
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #wait() {
    return setTimeout(() => this.#tell(silent), this.#ms)
  }
}
