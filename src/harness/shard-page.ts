/** A page that works on one shard: new records go out, and those of an earlier session come in. */
import type { Controller } from '../app/controller/commands.ts'
import { recordText } from '../data/export/record-lines.ts'
import { Store } from '../data/store/store.ts'

export class ShardPage {
  readonly #controller: Pick<Controller, 'start'>
  /** Opened when it is first read. */
  #store: Promise<Store> | null = null
  readonly #earlier: string[] = []
  /** Indices of existing or reported samples. */
  readonly #reported = new Set<number>()

  constructor(controller: Pick<Controller, 'start'>) {
    this.#controller = controller
  }

  /** @param lines records of an earlier session, and the indices of their samples */
  takeEarlier(lines: string, indices: readonly number[]): void {
    this.#earlier.push(lines)
    for (const index of indices) this.#reported.add(index)
  }

  /** Starts the run with the current choices, from where the earlier session ended. */
  start(): Promise<void> {
    return this.#controller.start(this.#earlier.length > 0 ? new Blob(this.#earlier) : undefined)
  }

  /**
   * Records on disk that were not reported yet.
   * @param most maximum number per call
   */
  async fresh(run: string, most: number): Promise<readonly string[]> {
    this.#store ??= Store.open()
    const store = await this.#store
    const indices = (await store.done(run)).filter(index => !this.#reported.has(index)).slice(0, most)
    const lines: string[] = []
    for (const index of indices) {
      const record = await store.record(run, index)
      if (!record) continue
      lines.push(recordText(record))
      this.#reported.add(index)
    }
    return lines
  }
}
