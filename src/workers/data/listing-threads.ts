import type { Below } from '../../data/sources/directory.ts'
import type { ListingWorker } from '../contracts/data.ts'
import { proxy } from '../shared/comlink.ts'
import type { WorkerHandle } from '../shared/worker-handle.ts'

/** Files after which a thread begins no further folder: by then Chromium has some 150 MB of handles for it. */
const most = 16_000

/**
 * The paths of all files below a chosen folder, listed by one thread after another. Chromium makes a handle of 9 kB for
 * each file and keeps it for minutes, or until the thread that requested it ends.
 */
export function pathsBelow(
  handle: FileSystemDirectoryHandle,
  start: () => WorkerHandle<ListingWorker>,
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
