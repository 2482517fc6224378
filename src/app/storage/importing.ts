import { isToolLog } from '../../data/logs/tool-log.ts'
import type { Restored } from '../../data/store/news.ts'
import type { DataWorker } from '../../workers/contracts/data.ts'
import type { ImportWorker } from '../../workers/contracts/stored.ts'
import { portTo, proxy, type Remote, transfer } from '../threads/bridge.ts'
import { startImportWorker } from '../threads/start-workers.ts'

// Each imports runs, in a thread of its own that always ends with the work. All throw an AbortError (DOMException) once
// `signal` is aborted, and otherwise the errors of the work.

/**
 * Imports a log of another tool, as a run on the chosen data set.
 * @returns the new run's id
 */
export async function importLog(
  data: Remote<DataWorker>,
  files: readonly File[],
  onProgress: (stored: number, of: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { userAgent } = navigator
  const environment = { ...__VERSIONS__, userAgent, threads: 1, adapter: null }
  const named = files.map(file => ({ name: file.name, blob: file }))
  const held = await data.holdDataset()
  const dataset = held && (await portTo({ remote: held }))
  return inThread(signal, worker =>
    worker.importLog(named, dataset && transfer(dataset, [dataset]), environment, proxy(onProgress)),
  )
}

export const areLogs = async (files: readonly File[]): Promise<boolean> => {
  const found = await Promise.all(files.map(file => isToolLog({ name: file.name, blob: file })))
  return found.length > 0 && found.every(Boolean)
}

/**
 * Imports a run.json, the shards of a run, or several run.json.
 * @returns the (last) new run's id
 */
export const importFiles = (
  files: readonly File[],
  onProgress: (stored: number, of: number) => void,
  signal: AbortSignal,
): Promise<string> => inThread(signal, worker => worker.importFiles(files, proxy(onProgress)))

/** @param onProgress called with the number of finished files of the backup */
export const restore = (
  file: File,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Restored> => inThread(signal, worker => worker.restore(file, proxy(onProgress)))

/**
 * From a copy in a folder of the user's.
 * @param onProgress called with the number of finished runs
 */
export const bringBack = (
  folder: FileSystemDirectoryHandle,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Restored> => inThread(signal, worker => worker.bringBack(folder, proxy(onProgress)))

async function inThread<T>(
  signal: AbortSignal,
  work: (worker: Remote<ImportWorker>) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const { remote, crashed, close } = startImportWorker()
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  try {
    return await Promise.race([work(remote), crashed, aborted])
  } finally {
    close()
  }
}
