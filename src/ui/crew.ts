import type { Device } from '../engine/run.ts'
import type { Remote } from '../workers/comlink.ts'
import { releaseProxy } from '../workers/comlink.ts'
import type { DataWorker } from '../workers/data.worker.ts'
import type { PrepareWorker } from '../workers/prepare.worker.ts'
import type { RunWorker } from '../workers/run.worker.ts'
import type { RunFolders } from '../workers/run-folders.ts'
import { type Bridged, lineTo, startPrepareWorker, startRunWorker, transfer } from './bridge.ts'

/** The two that work on a run: one asks the model, the other prepares what it is asked. */
export interface Pair {
  readonly worker: Bridged<RunWorker>
  readonly prepare: Bridged<PrepareWorker>
}

/** Folders and workers of a run and of its passes: kept from one to the next, so that the model is loaded once. */
export class Crew {
  /** They stay what they were when the run began, whatever is picked meanwhile. */
  readonly folders: Remote<RunFolders>
  #pair: Pair | null = null

  private constructor(folders: Remote<RunFolders>) {
    this.folders = folders
  }

  /** On the folders that are open now, to work on `device`. */
  static async gather(data: Bridged<DataWorker>, device: Device): Promise<Crew> {
    // Workers to come need not compile what this one holds.
    data.remote.keepCompiled(device)
    return new Crew(await data.remote.hold())
  }

  /** Those that are at hand, else fresh ones: connected, but with no model loaded. */
  async pair(): Promise<Pair> {
    if (this.#pair) return this.#pair
    const pair = { worker: startRunWorker(), prepare: startPrepareWorker() }
    this.#pair = pair
    const toFolders = await lineTo({ remote: this.folders })
    await pair.prepare.remote.dataFrom(transfer(toFolders, [toFolders]))
    return pair
  }

  /** Ends the workers, which cannot be trusted any more; the next ones are fresh. */
  dismiss(): void {
    this.#pair?.worker.close()
    this.#pair?.prepare.close()
    this.#pair = null
  }

  close(): void {
    this.dismiss()
    this.folders[releaseProxy]()
  }
}
