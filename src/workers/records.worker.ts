import { exportRun } from '../data/export/export-run.ts'
import { Store } from '../data/store/store.ts'
import type { ExportName } from '../engine/analysis/rows.ts'
import type { ShortcutOptions } from '../engine/protocol/shortcut.ts'
import type { OnChunk, RecordsWorker } from './contracts/stored.ts'
import { reportingChunks } from './results/reporting-chunks.ts'
import { keepDerived } from './results/derive.ts'
import { sinkFor } from './results/sink.ts'
import { expose } from './shared/comlink.ts'

/**
 * Reads all records of a large run, once and then no more: what a million of them leave in memory goes with the thread, and
 * would stay for long in one that holds much else.
 */
class RecordsWorker {
  readonly #store = Store.open()

  /** Makes a large run ready to be opened: what is derived of its records lies beside them afterwards. */
  async keepDerived(run: string, onChunk: OnChunk): Promise<void> {
    const store = await this.#store
    await keepDerived(store, run, chunksTold(store, onChunk))
  }

  async exportFile(id: string, name: ExportName, levels: ShortcutOptions, onChunk: OnChunk): Promise<Blob> {
    const store = await this.#store
    return exportRun(chunksTold(store, onChunk), id, name, levels, await sinkFor(store, id))
  }
}

export type { RecordsWorker }

expose(new RecordsWorker())
