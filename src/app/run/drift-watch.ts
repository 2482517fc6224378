import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Outcome } from '../../engine/runtime/run-events.ts'

/** Answers of a session before the first is asked again, and from one to the next. */
const [first, every] = [100, 300]

/** Milliseconds after which an answer from the other device is no longer awaited. */
const longest = 10 * 60_000

/** Another device that answers questions of the run. */
export interface AnswerAgain {
  /** Rejects when the signal is aborted. */
  ask(index: number, signal: AbortSignal): Promise<RunRecord>
}

/** What follows from its answers. */
export interface ComparedAnswers {
  /** Compares the answer with the stored one, and stores how far they are apart. */
  compare(again: RunRecord): Promise<void>
  /** Nothing more is asked again. */
  failed(error: unknown): void
}

/** Asks one question in several hundred again on another device while a run goes on, one at a time. */
export class DriftWatch {
  readonly #other: AnswerAgain
  readonly #compared: ComparedAnswers
  readonly #ending = new AbortController()
  #answers = 0
  #due = first
  #work: Promise<void> | null = null

  constructor(other: AnswerAgain, compared: ComparedAnswers) {
    this.#other = other
    this.#compared = compared
  }

  /** These are stored. */
  add(outcomes: readonly Outcome[]): void {
    for (const { index, verdict } of outcomes) {
      if (verdict === 'failed') continue
      this.#answers++
      if (this.#answers < this.#due || this.#work || this.#ending.signal.aborted) continue
      this.#due = this.#answers + every
      this.#work = this.#askAgain(index)
    }
  }

  /** Waits for the question in hand. */
  async settle(): Promise<void> {
    await this.#work
    this.end()
  }

  /** Gives up the question in hand. */
  end(): void {
    this.#ending.abort()
  }

  get isAsking(): boolean {
    return this.#work !== null
  }

  async #askAgain(index: number): Promise<void> {
    const { signal } = this.#ending
    try {
      const again = await this.#other.ask(index, AbortSignal.any([signal, AbortSignal.timeout(longest)]))
      await this.#compared.compare(again)
    } catch (error) {
      if (!signal.aborted) this.#compared.failed(error)
      this.end()
    } finally {
      this.#work = null
    }
  }
}
