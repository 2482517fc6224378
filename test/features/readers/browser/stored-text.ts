/** What a page keeps, as text. */
import type { Page } from 'playwright-core'
import type { Study } from '../../../../src/features/readers/engine/study.ts'

/** Everything in the page's databases and private files, and what the page's thread can be asked for, as text. */
export const everything = (
  page: Page,
): Promise<{ readonly text: string; readonly records: number; readonly study: Study }> =>
  page.evaluate(async () => {
    const of = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    let text = document.documentElement.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage })
    let records = 0
    let study: unknown = null
    const db = await of(indexedDB.open('voxelwise'))
    for (const name of db.objectStoreNames) {
      const all = await of(db.transaction(name).objectStore(name).getAll())
      if (name === 'records') records = all.length
      if (name === 'documents')
        study = all.find((one: { format?: string }) => one.format === 'voxelwise-study')
      text += JSON.stringify(all)
    }
    db.close()
    const read = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const entry of (folder as unknown as { values(): AsyncIterable<FileSystemHandle> }).values())
        if (entry.kind === 'directory') await read(entry as FileSystemDirectoryHandle)
        else text += await (await (entry as FileSystemFileHandle).getFile()).text()
    }
    await read(await navigator.storage.getDirectory())
    return { text, records, study: study as Study }
  })
