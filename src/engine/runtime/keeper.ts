import type { RunRecord } from '../record.ts'

/** Most records that wait for the disk: what a crash could cost. */
const most = 16

/**
 * Stores records in order while the next question is computed. Those that come while the disk is busy go to it
 * together, so that a slow disk delays no fast model.
 */
export class Keeper {
  readonly #store: (records: readonly RunRecord[]) => Promise<void>
  #waiting: RunRecord[] = []
  #written: Promise<void> | null = null
  #failure: { readonly error: unknown } | null = null

  /** @param store resolves when the records are on disk */
  constructor(store: (records: readonly RunRecord[]) => Promise<void>) {
    this.#store = store
  }

  /** Resolves when the next question may be asked. @throws why an earlier record could not be stored */
  async keep(record: RunRecord): Promise<void> {
    this.#waiting.push(record)
    this.#written ??= this.#write()
    if (this.#waiting.length >= most) await this.#written
    this.#check()
  }

  /** Resolves when every record is on disk. */
  async settle(): Promise<void> {
    await this.#written
    this.#check()
  }

  async #write(): Promise<void> {
    try {
      while (this.#waiting.length > 0) await this.#store(this.#waiting.splice(0))
    } catch (error) {
      this.#failure ??= { error }
    } finally {
      this.#written = null
    }
  }

  #check(): void {
    if (this.#failure) throw this.#failure.error
  }
}
