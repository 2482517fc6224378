import { figureFiles } from '../../data/export/export-run.ts'
import type { Store } from '../../data/store/store.ts'
import { manyRecords } from '../../engine/analysis/derived-rows.ts'
import type { ExportName } from '../../engine/analysis/rows.ts'
import { getOrMake } from '../../engine/base/grouping.ts'
import type { ShortcutOptions } from '../../engine/protocol/shortcut.ts'
import type { ResultsWorker, RowsState } from '../../workers/results.worker.ts'
import type { Bridged } from '../threads/bridge.ts'
import { inRecordsThread } from '../threads/records-thread.ts'

/** Of runs of very many records: what reads all of them does so in a thread that ends with the work. */
export class LargeRuns {
  readonly #store: Promise<Store>
  readonly #results: Bridged<ResultsWorker>
  readonly #deriving = new Map<string, Promise<RowsState>>()

  constructor(store: Promise<Store>, results: Bridged<ResultsWorker>) {
    this.#store = store
    this.#results = results
  }

  /** Whether a run is one, and this browser has files to keep what is made of it. */
  async has(id: string): Promise<boolean> {
    const store = await this.#store
    return store.hasJournals && (await store.tallied(id)) >= manyRecords
  }

  /**
   * Makes a large run ready to be opened. Whoever asks meanwhile waits for the same.
   * @returns null of a run that is not large
   */
  async derive(id: string): Promise<RowsState | null> {
    if (!(await this.has(id))) return null
    return getOrMake(this.#deriving, id, () => this.#derive(id).finally(() => this.#deriving.delete(id)))
  }

  async #derive(id: string): Promise<RowsState> {
    const state = await this.#results.remote.state(id)
    if (state.isReady) return state
    await inRecordsThread((worker, onChunk) => worker.keepDerived(id, onChunk))
    // Another tab may be at it still.
    return this.#results.remote.state(id)
  }

  /** Figures alone are told by what is derived of the run, as it is to be opened. */
  async exportFile(id: string, name: ExportName, levels: ShortcutOptions): Promise<Blob> {
    if (figureFiles.includes(name)) {
      const state = await this.derive(id).catch(() => null)
      const file = state?.isReady && (await this.#results.remote.figureFile(id, name, levels))
      if (file) return file
    }
    return inRecordsThread((worker, onChunk) => worker.exportFile(id, name, levels, onChunk))
  }
}
