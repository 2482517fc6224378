import { unpackRows } from '../../engine/analysis/row-pack.ts'
import type { ResultRow } from '../../engine/analysis/rows.ts'
import { Texts } from '../../engine/base/texts.ts'
import type { ResultsWorker } from '../../workers/results.worker.ts'
import type { Results } from '../controller/controller-api.ts'
import { type Bridged, proxy } from '../threads/bridge.ts'
import type { LargeRuns } from './large-runs.ts'

type Rows = Omit<Results, 'run'>

/** The rows of the run that was opened last: opened again they are there at once, and those of no other are held beside them. */
export class OpenedRows {
  readonly #results: Bridged<ResultsWorker>
  readonly #large: LargeRuns
  #last: { readonly id: string; readonly of: string; readonly rows: Promise<Rows> } | null = null

  constructor(results: Bridged<ResultsWorker>, large: LargeRuns) {
    this.#results = results
    this.#large = large
  }

  async of(id: string): Promise<Rows> {
    if (this.#last?.id !== id) this.letGo()
    // Where it cannot be kept it is derived all the same, each time anew.
    const derived = await this.#large.derive(id).catch(() => null)
    const { of } = derived ?? (await this.#results.remote.state(id))
    if (this.#last?.id === id && this.#last.of === of) return this.#last.rows
    const rows = this.#read(id)
    this.#last = { id, of, rows }
    rows.catch(() => {
      if (this.#last?.rows === rows) this.letGo()
    })
    return rows
  }

  letGo(): void {
    this.#last = null
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
