import { VoxelwiseError } from '../../engine/base/errors.ts'
import { Watchdog } from './watchdog.ts'

/** Milliseconds without progress after which a reading is stopped: a slow disk needs seconds for a row. */
const readingTimeout = 60_000

export interface WatchedReading {
  /** Its name appears in the error if no file is being read. */
  readonly folder: string
  /** Ends the thread that has stopped. Its reading never settles. */
  end(): void
  /** Milliseconds. */
  readonly timeout?: number
}

/**
 * Runs a reading in another thread as long as it makes progress.
 * @param read calls `onProgress` with the file that it reads, and with null while it continues
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
      remedy: 'Check the disk and its connection. If they are fine, remove this file from the folder.',
    })
  })
  try {
    return await Promise.race([read(onProgress), stopped])
  } finally {
    watchdog.end()
  }
}
