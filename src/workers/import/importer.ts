import { serializeRun } from '../../data/export/run-file.ts'
import { readLog } from '../../data/logs/read-log.ts'
import { runOfLog } from '../../data/logs/run-of-log.ts'
import type { NamedBlob } from '../../data/logs/tool-log.ts'
import { readFolderCopy } from '../../data/store/folder-copy.ts'
import { areShards, importing, importRun, importShards } from '../../data/store/import-run.ts'
import type { Restored } from '../../data/store/news.ts'
import { restoreBackup, restoreFiles } from '../../data/store/restore-backup.ts'
import { Store } from '../../data/store/store.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Environment } from '../../engine/protocol/run.ts'
import type { ImportWorker } from '../contracts/stored.ts'
import { datasetBehind } from '../data/dataset-port.ts'

/** Imports runs, logs, backups and folder copies. Only one import runs at a time, in all tabs. */
export class Importer implements ImportWorker {
  importFiles(files: readonly File[], onProgress: (stored: number, of: number) => void): Promise<string> {
    return this.#withImportLock(async store => {
      if (await areShards(files)) return importShards(store, files, onProgress)
      let id = ''
      for (const file of files) id = await importRun(store, file, onProgress)
      return id
    })
  }

  importLog(
    files: readonly NamedBlob[],
    dataset: MessagePort | null,
    environment: Environment,
    onProgress: (stored: number, of: number) => void,
  ): Promise<string> {
    return this.#withImportLock(async store => {
      const { log, file } = await readLog(files)
      if (!dataset) throw withoutDataset(file)
      const run = await runOfLog(log, file, await datasetBehind(dataset), environment)
      return importRun(store, new File([...serializeRun(run)], file), onProgress)
    })
  }

  restore(file: File, onProgress: (done: number) => void): Promise<Restored> {
    return this.#withImportLock(store => restoreBackup(store, file, onProgress))
  }

  bringBack(folder: FileSystemDirectoryHandle, onProgress: (done: number) => void): Promise<Restored> {
    return this.#withImportLock(store => restoreFiles(store, readFolderCopy(folder), onProgress))
  }

  async #withImportLock<T>(work: (store: Store) => Promise<T>): Promise<T> {
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
