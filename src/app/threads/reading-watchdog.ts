import { type ErrorInfo, VoxelwiseError } from '../../engine/base/errors.ts'

/** Milliseconds without a sign of a thread after which its reading has stopped: a slow disk needs seconds for a row. */
export const READING_PATIENCE = 60_000

/** Milliseconds: a look that comes so late says nothing about the thread. */
const FROZEN = 5_000

/** What a thread that reads a folder has said of itself. All times are milliseconds of one clock. */
export class ReadingWatch {
  readonly #folder: string
  readonly #patience: number
  #file: string | null = null
  #heard: number

  /** @param folder what is named while no file is in hand */
  constructor(folder: string, now: number, patience: number = READING_PATIENCE) {
    this.#folder = folder
    this.#patience = patience
    this.#heard = now
  }

  /** @param file the one in hand; null where the thread only says that it works */
  heard(file: string | null, now: number): void {
    if (file !== null) this.#file = file
    this.#heard = now
  }

  /** Milliseconds until the patience ends, if nothing is heard; 0 or less where it has ended. */
  left(now: number): number {
    return this.#heard + this.#patience - now
  }

  /** The file that the thread has stopped at. */
  error(): ErrorInfo {
    const seconds = Math.round(this.#patience / 1000)
    return {
      code: 'file-unreadable',
      subject: this.#file ?? this.#folder,
      message: `Reading it made no progress for ${seconds} seconds, so it was stopped.`,
      remedy: 'Check the disk and the connection to it. If they are fine, take this file out of the folder.',
    }
  }
}

export interface WatchedReading {
  readonly folder: string
  /** Ends the thread that has stopped; its reading never settles. */
  end(): void
  readonly patience?: number
}

/**
 * Runs a reading in another thread for as long as that gives signs of itself.
 * @param read calls `heard` with the file in hand, and again while it goes on
 * @throws VoxelwiseError file-unreadable, naming the file in hand, where nothing was heard for `patience`
 */
export async function watchReading<T>(
  read: (heard: (file: string | null) => void) => Promise<T>,
  { folder, end, patience }: WatchedReading,
): Promise<T> {
  const watch = new ReadingWatch(folder, performance.now(), patience)
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopped = new Promise<never>((_, reject) => {
    let due = 0
    const look = (): void => {
      const now = performance.now()
      // The machine slept, or the page was frozen: the thread was, too.
      if (now - due > FROZEN) watch.heard(null, now)
      const left = watch.left(now)
      if (left > 0) {
        due = now + left
        timer = setTimeout(look, left)
        return
      }
      end()
      reject(new VoxelwiseError(watch.error()))
    }
    look()
  })
  try {
    return await Promise.race([read(file => watch.heard(file, performance.now())), stopped])
  } finally {
    clearTimeout(timer)
  }
}
