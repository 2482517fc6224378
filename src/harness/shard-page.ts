/** A page that works on one shard: records go out as they come to be, and those of an earlier sitting come in. */
import type { Controller } from '../app/controller/commands.ts'
import { recordText } from '../data/export/record-lines.ts'
import { Store } from '../data/store/store.ts'

export class ShardPage {
  readonly #controller: Pick<Controller, 'start'>
  /** Opened when it is first read. */
  #store: Promise<Store> | null = null
  readonly #earlier: string[] = []
  /** Indices of samples that were there, or were told. */
  readonly #told = new Set<number>()

  constructor(controller: Pick<Controller, 'start'>) {
    this.#controller = controller
  }

  /** @param lines records of an earlier sitting, and the indices of their samples */
  takeEarlier(lines: string, indices: readonly number[]): void {
    this.#earlier.push(lines)
    for (const index of indices) this.#told.add(index)
  }

  /** Starts the run on what is chosen, from where the earlier sitting was ended. */
  start(): Promise<void> {
    return this.#controller.start(this.#earlier.length > 0 ? new Blob(this.#earlier) : undefined)
  }

  /**
   * Records that are on disk and were not told yet.
   * @param most of them at once
   */
  async fresh(run: string, most: number): Promise<readonly string[]> {
    this.#store ??= Store.open()
    const store = await this.#store
    const indices = (await store.done(run)).filter(index => !this.#told.has(index)).slice(0, most)
    const lines: string[] = []
    for (const index of indices) {
      const record = await store.record(run, index)
      if (!record) continue
      lines.push(recordText(record))
      this.#told.add(index)
    }
    return lines
  }
}
