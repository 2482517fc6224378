import { isToolLog } from '../../features/logs/data/tool-log.ts'
import type { Restored } from '../../data/store/news.ts'
import type { DataWorker } from '../../workers/contracts/data.ts'
import type { ImportWorker } from '../../workers/contracts/stored.ts'
import { portTo, proxy, type Remote, transfer, type WorkerHandle } from '../threads/bridge.ts'

/**
 * Stores runs that come from files. Each import has a thread of its own, which ends with the work or with `signal`. All
 * reject with an AbortError (DOMException) when `signal` is aborted, and otherwise with the error of the work.
 */
export class Imports {
  readonly #data: Pick<WorkerHandle<DataWorker>, 'remote'>
  readonly #start: () => WorkerHandle<ImportWorker>

  constructor(data: Pick<WorkerHandle<DataWorker>, 'remote'>, start: () => WorkerHandle<ImportWorker>) {
    this.#data = data
    this.#start = start
  }

  /** Run files, shards of a run, or logs of another tool on the chosen data set. @returns the (last) new run's id */
  async files(
    files: readonly File[],
    onProgress: (stored: number, of: number) => void,
    signal: AbortSignal,
  ): Promise<string> {
    if (await areLogs(files)) return this.#log(files, onProgress, signal)
    return this.#inThread(signal, worker => worker.importFiles(files, proxy(onProgress)))
  }

  /** @param onProgress gets the number of the backup's files that are done */
  backup(file: File, onProgress: (done: number) => void, signal: AbortSignal): Promise<Restored> {
    return this.#inThread(signal, worker => worker.restore(file, proxy(onProgress)))
  }

  /** A copy in a folder of the user's. @param onProgress gets the number of its runs that are done */
  copy(
    folder: FileSystemDirectoryHandle,
    onProgress: (done: number) => void,
    signal: AbortSignal,
  ): Promise<Restored> {
    return this.#inThread(signal, worker => worker.bringBack(folder, proxy(onProgress)))
  }

  async #log(
    files: readonly File[],
    onProgress: (stored: number, of: number) => void,
    signal: AbortSignal,
  ): Promise<string> {
    const environment = { ...__VERSIONS__, userAgent: navigator.userAgent, threads: 1, adapter: null }
    const held = await this.#data.remote.holdDataset()
    const dataset = held && (await portTo({ remote: held }))
    return this.#inThread(signal, worker =>
      worker.importLog(
        files.map(named),
        dataset && transfer(dataset, [dataset]),
        environment,
        proxy(onProgress),
      ),
    )
  }

  async #inThread<T>(signal: AbortSignal, work: (worker: Remote<ImportWorker>) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const { remote, crashed, close } = this.#start()
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    try {
      return await Promise.race([work(remote), crashed, aborted])
    } finally {
      close()
    }
  }
}

const named = (file: File) => ({ name: file.name, blob: file })

async function areLogs(files: readonly File[]): Promise<boolean> {
  const found = await Promise.all(files.map(file => isToolLog(named(file))))
  return found.length > 0 && found.every(Boolean)
}
