import type { Below } from '../../data/sources/directory.ts'
import type { ListingWorker } from '../listing.worker.ts'
import { type Bridged, bridge } from './bridged.ts'
import { proxy } from './comlink.ts'

/** Files after which a thread begins no other folder: Chromium holds some 150 MB of handles for it then. */
const most = 16_000

const startListingWorker = (): Bridged<ListingWorker> =>
  bridge(new Worker(new URL('../listing.worker.ts', import.meta.url), { type: 'module' }))

/**
 * The paths of all files below a picked folder, listed by one thread after the other: Chromium makes a handle of 9 kB for each
 * file, and keeps it until much later or until the thread ends that asked for it.
 */
export function pathsBelow(
  handle: FileSystemDirectoryHandle,
  start: () => Bridged<ListingWorker> = startListingWorker,
): ReadableStream<readonly string[]> {
  let close = (): void => {}
  let isCancelled = false
  return new ReadableStream({
    async start(controller) {
      const onPaths = (paths: readonly string[]): void => {
        if (!isCancelled) controller.enqueue(paths)
      }
      let left: readonly Below[] = [{ handle, prefix: '' }]
      while (left.length > 0 && !isCancelled) {
        const thread = start()
        close = thread.close
        try {
          const listing = thread.remote.list(handle.name, left, most, proxy(onPaths))
          left = await Promise.race([listing, thread.crashed])
        } finally {
          close()
        }
      }
      if (!isCancelled) controller.close()
    },
    cancel() {
      isCancelled = true
      close()
    },
  })
}
