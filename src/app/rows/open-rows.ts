import { coreFiles } from '../../data/export/core-files.ts'
import type { ExportName } from '../../data/export/exported-files.ts'
import type { Store } from '../../data/store/store.ts'
import { manyRecords } from '../../engine/analysis/derived-rows.ts'
import type { ResultRow } from '../../engine/analysis/result-row.ts'
import { unpackRows } from '../../engine/analysis/row-pack.ts'
import type { Rows } from '../../engine/analysis/run-overview.ts'
import { KeyedCache } from '../../engine/base/keyed-cache.ts'
import { Texts } from '../../engine/base/texts.ts'
import type { ShortcutOptions } from '../../engine/protocol/shortcut.ts'
import type { RowsState } from '../../workers/contracts/rows-state.ts'
import type { ResultsWorker } from '../../workers/contracts/stored.ts'
import { proxy, type WorkerHandle } from '../threads/bridge.ts'
import type { RunInRecordsWorker } from '../threads/records-worker.ts'

/**
 * The rows of the run that is open on the page. Reopened, it is available immediately; no other run's rows are in
 * memory with it. Work that reads all records of a large run has its own worker, which ends with it.
 */
export class OpenRows {
  readonly #store: Promise<Store>
  readonly #results: Pick<WorkerHandle<ResultsWorker>, 'remote'>
  readonly #run: RunInRecordsWorker
  readonly #rows = new KeyedCache<Rows>()
  readonly #preparing = new Map<string, Promise<RowsState>>()

  constructor(
    store: Promise<Store>,
    results: Pick<WorkerHandle<ResultsWorker>, 'remote'>,
    run: RunInRecordsWorker,
  ) {
    this.#store = store
    this.#results = results
    this.#run = run
  }

  async of(id: string): Promise<Rows> {
    this.#rows.keepOnly([id])
    // Where derived rows cannot be stored, the results worker derives them on each reading.
    const { cacheKey } = await this.prepare(id).catch(() => this.#results.remote.state(id))
    return this.#rows.get(id, cacheKey, () => this.#read(id))
  }

  /** Rows of another run, beside the open one; not kept. */
  async beside(id: string): Promise<readonly ResultRow[]> {
    return (await this.#read(id)).rows
  }

  drop(): void {
    this.#rows.keepOnly([])
  }

  /** Derives and stores the rows of a large run, unless they are stored. Callers at the same time share the work. */
  prepare(id: string): Promise<RowsState> {
    const preparing = this.#preparing.get(id) ?? this.#prepare(id).finally(() => this.#preparing.delete(id))
    this.#preparing.set(id, preparing)
    return preparing
  }

  async exportFile(id: string, name: ExportName, levels: ShortcutOptions): Promise<Blob> {
    const { remote } = this.#results
    if (!(await this.#isLarge(id))) return remote.exportFile(id, name, levels)
    if (coreFiles.some(file => file.name === name && file.isOfFigures)) {
      const state = await this.prepare(id).catch(() => null)
      const file = state?.isReady && (await remote.figureFile(id, name, levels))
      if (file) return file
    }
    return this.#run((worker, onChunk) => worker.exportFile(id, name, levels, onChunk))
  }

  async #prepare(id: string): Promise<RowsState> {
    const state = await this.#results.remote.state(id)
    if (state.isReady) return state
    await this.#run((worker, onChunk) => worker.keepDerived(id, onChunk))
    // Another tab may still derive them.
    return this.#results.remote.state(id)
  }

  async #isLarge(id: string): Promise<boolean> {
    return (await (await this.#store).tallied(id)) >= manyRecords
  }

  async #read(id: string): Promise<Rows> {
    const rows: ResultRow[] = []
    const texts = new Texts()
    const overview = await this.#results.remote.rows(
      id,
      proxy(async pack => {
        for (const row of unpackRows(pack, texts)) rows.push(row)
      }),
    )
    return { rows, overview }
  }
}
