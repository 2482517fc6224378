import { serializeRun } from '../../data/export/run-file.ts'
import { readLog } from '../../features/logs/data/read-log.ts'
import { runOfLog } from '../../features/logs/data/run-of-log.ts'
import { readFolderCopy } from '../../data/store/folder-copy.ts'
import { areShards, importing, importRun, importShards } from '../../data/store/import-run.ts'
import { restoreBackup, restoreFiles } from '../../data/store/restore-backup.ts'
import { Store } from '../../data/store/store.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { ImportWorker } from '../contracts/stored.ts'
import { datasetBehind } from '../data/dataset-port.ts'

/** Imports runs, logs, backups and folder copies. Only one import runs at a time, in all tabs. */
export const importer: ImportWorker = {
  importFiles: (files, onProgress) =>
    withImportLock(async store => {
      if (await areShards(files)) return importShards(store, files, onProgress)
      let id = ''
      for (const file of files) id = await importRun(store, file, onProgress)
      return id
    }),
  importLog: (files, dataset, environment, onProgress) =>
    withImportLock(async store => {
      const { log, file } = await readLog(files)
      if (!dataset) throw withoutDataset(file)
      const run = await runOfLog(log, file, await datasetBehind(dataset), environment)
      return importRun(store, new File([...serializeRun(run)], file), onProgress)
    }),
  restore: (file, onProgress) => withImportLock(store => restoreBackup(store, file, onProgress)),
  bringBack: (folder, onProgress) =>
    withImportLock(store => restoreFiles(store, readFolderCopy(folder), onProgress)),
}

async function withImportLock<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await Store.open()
  return navigator.locks.request(importing, async () => {
    await store.deleteLeftovers()
    return work(store)
  })
}

const withoutDataset = (file: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: file,
    message: 'A log has answers but no questions, and no data set is chosen.',
    remedy: 'Choose the data set of the log on the first page. Then open the log again.',
  })
