import { importing, importRun } from '../data/store/import-run.ts'
import { areShards, importShards } from '../data/store/import-shards.ts'
import { readFolderCopy } from '../data/store/read-folder-copy.ts'
import { type Restored, restoreBackup, restoreFiles } from '../data/store/restore-backup.ts'
import { Store } from '../data/store/store.ts'
import { expose } from './shared/comlink.ts'

/**
 * Takes runs in, one file or folder and then no more: it is ended when that is done, or when the user has waited long
 * enough. A large run.json takes a minute and gigabytes, which go with the thread.
 */
class ImportWorker {
  /** @returns the new run's id; of several the last one's */
  importFiles(files: readonly File[], onProgress: (stored: number, of: number) => void): Promise<string> {
    return this.#alone(async store => {
      if (await areShards(files)) return importShards(store, files, onProgress)
      let id = ''
      for (const file of files) id = await importRun(store, file, onProgress)
      return id
    })
  }

  /** @param onProgress hears of the files of the backup that are done */
  restore(file: File, onProgress: (done: number) => void): Promise<Restored> {
    return this.#alone(store => restoreBackup(store, file, onProgress))
  }

  /** Takes in what a copy in a folder of the user's has and this browser has not. */
  bringBack(folder: FileSystemDirectoryHandle, onProgress: (done: number) => void): Promise<Restored> {
    return this.#alone(store => restoreFiles(store, readFolderCopy(folder), onProgress))
  }

  async #alone<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = await Store.open()
    return navigator.locks.request(importing, async () => {
      await store.deleteLeftovers()
      return work(store)
    })
  }
}

export type { ImportWorker }

expose(new ImportWorker())
