import { accessError, walkFolders } from '../data/sources/directory.ts'
import type { ListingWorker } from './contracts/data.ts'
import { expose } from './shared/comlink.ts'

/** Paths of one message. */
const batch = 1000

const worker: ListingWorker = {
  async list(root, folders, most, onPaths) {
    const received: unknown[] = []
    let paths: string[] = []
    let files = 0
    const take = (path: string): void => {
      files++
      if (paths.push(path) < batch) return
      received.push(onPaths(paths))
      paths = []
    }
    try {
      const left = await walkFolders(folders, take, () => files < most)
      received.push(onPaths(paths))
      await Promise.all(received)
      return left
    } catch (cause) {
      throw accessError(cause, root)
    }
  },
}

expose(worker)
