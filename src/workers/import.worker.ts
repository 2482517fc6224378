import { serializeRun } from '../data/export/run-file.ts'
import { type NamedBlob, readLog } from '../data/logs/read-log.ts'
import { runOfLog } from '../data/logs/run-of-log.ts'
import { importing, importRun } from '../data/store/import-run.ts'
import { areShards, importShards } from '../data/store/import-shards.ts'
import { readFolderCopy } from '../data/store/folder-copy.ts'
import { type Restored, restoreBackup, restoreFiles } from '../data/store/restore-backup.ts'
import { Store } from '../data/store/store.ts'
import { VoxelwiseError } from '../engine/base/errors.ts'
import type { Environment } from '../engine/protocol/run.ts'
import { expose } from './shared/comlink.ts'
import { datasetBehind } from './shared/held-dataset.ts'

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

  /**
   * Takes in what another tool logged, as a run on a data set.
   * @param dataset leads to the data set (`HeldDataset`); null where none is chosen
   * @returns the new run's id
   */
  importLog(
    files: readonly NamedBlob[],
    dataset: MessagePort | null,
    environment: Environment,
    onProgress: (stored: number, of: number) => void,
  ): Promise<string> {
    return this.#alone(async store => {
      const { log, file } = await readLog(files)
      if (!dataset) throw withoutDataset(file)
      const run = await runOfLog(log, file, await datasetBehind(dataset), environment)
      return importRun(store, new File([...serializeRun(run)], file), onProgress)
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

const withoutDataset = (file: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: file,
    message: 'A log has answers but no questions, and no data set is chosen.',
    remedy: 'Choose the data set of the log on the first page. Then open the log again.',
  })

export type { ImportWorker }

expose(new ImportWorker())
