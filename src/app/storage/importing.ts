import { recogniseImport } from '../../data/formats/import-kind.ts'
import { importKinds } from '../../data/import-seams.ts'
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

  /** Run files, or files in another form of which a feature makes a run. @returns the (last) new run's id */
  async files(
    files: readonly File[],
    onProgress: (stored: number, of: number) => void,
    signal: AbortSignal,
  ): Promise<string> {
    const kind = await recogniseImport(importKinds, files.map(named))
    const held = kind?.needsDataset ? await this.#data.remote.holdDataset() : null
    const dataset = held && (await portTo({ remote: held }))
    const environment = { ...__VERSIONS__, userAgent: navigator.userAgent, threads: 1, adapter: null }
    const on = { dataset, environment }
    return this.#inThread(signal, worker =>
      worker.importFiles(files, dataset ? transfer(on, [dataset]) : on, proxy(onProgress)),
    )
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
