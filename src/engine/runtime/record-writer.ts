import type { RunRecord } from '../protocol/record.ts'

/** Most records that wait for the disk; as many may be on their way there. Both are what a crash could cost. */
const maxUnwrittenRecords = 64

/**
 * Milliseconds from the beginning of a write to that of the next, unless someone waits for it. A flushed transaction
 * takes time of two processes' threads, which a small model would rather have; a model that takes longer than this for
 * a question never notices.
 */
const minMillisecondsBetweenWrites = 250

/**
 * Stores records in order while the next question is computed. Those that come while the disk is busy or rests go to
 * it together, so that neither a slow disk nor a quick model delays the other.
 */
export class RecordWriter {
  readonly #store: (records: readonly RunRecord[]) => Promise<void>
  #waiting: RunRecord[] = []
  #written: Promise<void> | null = null
  #writing: Promise<void> | null = null
  #failure: { readonly error: unknown } | null = null
  #isAwaited = false
  #wake: () => void = () => {}

  /** @param store resolves when the records are on disk */
  constructor(store: (records: readonly RunRecord[]) => Promise<void>) {
    this.#store = store
  }

  /** Settles when what is on its way to the disk now has arrived, and never rejects; null where nothing is. */
  get writing(): Promise<void> | null {
    return this.#writing
  }

  /** Resolves when the next question may be asked. @throws why an earlier record could not be stored */
  async keep(record: RunRecord): Promise<void> {
    this.#waiting.push(record)
    this.#written ??= this.#write()
    if (this.#waiting.length >= maxUnwrittenRecords) await this.settle()
    this.#check()
  }

  /** Resolves when every record is on disk. */
  async settle(): Promise<void> {
    this.#isAwaited = true
    this.#wake()
    await this.#written
    this.#isAwaited = false
    this.#check()
  }

  async #write(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const next = performance.now() + minMillisecondsBetweenWrites
        const stored = this.#store(this.#waiting.splice(0))
        this.#writing = stored.catch(() => {})
        await stored.finally(() => {
          this.#writing = null
        })
        await this.#rest(next - performance.now())
      }
    } catch (error) {
      this.#failure ??= { error }
    } finally {
      this.#written = null
    }
  }

  async #rest(ms: number): Promise<void> {
    if (ms <= 0 || this.#isAwaited) return
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #check(): void {
    if (this.#failure) throw this.#failure.error
  }
}
