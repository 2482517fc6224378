import { accessError, type Below, walkFolders } from '../data/sources/directory.ts'
import { expose } from './shared/comlink.ts'

/** Paths of one message. */
const batch = 1000

/** Lists some folders and then no more: what the browser has made for each file goes with the thread. */
class ListingWorker {
  /**
   * @param root name of the folder that was picked
   * @param most files after which no other folder is begun
   * @param onPaths hears of the files in and below the folders, some at a time
   * @returns the folders that are left
   * @throws VoxelwiseError as `DirectorySource.list`
   */
  async list(
    root: string,
    folders: readonly Below[],
    most: number,
    onPaths: (paths: readonly string[]) => unknown,
  ): Promise<readonly Below[]> {
    const heard: unknown[] = []
    let paths: string[] = []
    let files = 0
    const take = (path: string): void => {
      files++
      if (paths.push(path) < batch) return
      heard.push(onPaths(paths))
      paths = []
    }
    try {
      const left = await walkFolders(folders, take, () => files < most)
      heard.push(onPaths(paths))
      await Promise.all(heard)
      return left
    } catch (cause) {
      throw accessError(cause, root)
    }
  }
}

export type { ListingWorker }

expose(new ListingWorker())
