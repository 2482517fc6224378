import { VoxelwiseError } from '../../engine/base/errors.ts'

/** Milliseconds: a timer that fires so late was suspended, and so was the thread that it watches. */
const suspendedAfter = 5_000

/** Notices that another thread has made no progress for a while. A suspended page does not count. */
export class Watchdog {
  /** Settles after that time without progress, or never. */
  readonly expired: Promise<void>
  readonly #ms: number
  #expire: () => void = () => {}
  #timer: ReturnType<typeof setTimeout> | undefined
  #hasEnded = false

  constructor(ms: number) {
    this.#ms = ms
    this.expired = new Promise(resolve => {
      this.#expire = resolve
    })
    this.progress()
  }

  progress(): void {
    this.pause()
    if (this.#hasEnded) return
    const due = performance.now() + this.#ms
    this.#timer = setTimeout(() => {
      if (performance.now() - due > suspendedAfter) this.progress()
      else this.#expire()
    }, this.#ms)
  }

  /** Stops watching until the next progress. */
  pause(): void {
    clearTimeout(this.#timer)
  }

  /** Stops watching for good. Progress may still be reported afterwards: its messages have a port of their own. */
  end(): void {
    this.#hasEnded = true
    this.pause()
  }
}

/** Milliseconds without progress after which a reading is stopped: a slow disk needs seconds for a row. */
const readingTimeout = 60_000

interface WatchedReading {
  /** Its name appears in the error if no file is being read. */
  readonly folder: string
  /** Ends the thread that has stopped. Its reading never settles. */
  end(): void
  /** Milliseconds. */
  readonly timeout?: number
}

/**
 * Runs a reading in another thread as long as it calls `onProgress`, with the file that it reads or null.
 * @throws VoxelwiseError file-unreadable naming that file, where there was no progress for `timeout`
 */
export async function watchReading<T>(
  read: (onProgress: (file: string | null) => void) => Promise<T>,
  { folder, end, timeout = readingTimeout }: WatchedReading,
): Promise<T> {
  let current = folder
  const watchdog = new Watchdog(timeout)
  const onProgress = (file: string | null): void => {
    if (file !== null) current = file
    watchdog.progress()
  }
  const stopped = watchdog.expired.then(() => {
    end()
    throw new VoxelwiseError({
      code: 'file-unreadable',
      subject: current,
      message: `Reading made no progress for ${Math.round(timeout / 1000)} seconds and was stopped.`,
      remedy:
        'If the disk and its connection are fine, the file may be damaged or very large: remove it from the folder.',
    })
  })
  try {
    return await Promise.race([read(onProgress), stopped])
  } finally {
    watchdog.end()
  }
}
