import { recogniseImport } from '../../data/formats/import-kind.ts'
import { importKinds } from '../../data/import-seams.ts'
import { readFolderCopy } from '../../data/store/folder-copy.ts'
import { importing, importRun } from '../../data/store/import-run.ts'
import { restoreBackup, restoreFiles } from '../../data/store/restore-backup.ts'
import { Store } from '../../data/store/store.ts'
import type { ImportWorker } from '../contracts/stored.ts'
import { datasetBehind } from '../data/dataset-port.ts'

/** Imports runs, logs, backups and folder copies. Only one import runs at a time, in all tabs. */
export const importer: ImportWorker = {
  importFiles: (files, { dataset, environment }, onProgress) =>
    withImportLock(async store => {
      const named = files.map(file => ({ name: file.name, blob: file }))
      const kind = await recogniseImport(importKinds, named)
      const on = { dataset: dataset && (await datasetBehind(dataset)), environment }
      let id = ''
      for (const file of kind ? [await kind.runFile(named, on)] : files)
        id = await importRun(store, file, onProgress)
      return id
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
