import type { Store } from '../../data/store/store.ts'
import { errorMessage, VoxelwiseError } from '../../engine/base/errors.ts'
import { withAnswer } from '../../engine/model/drift.ts'
import { type Drift, driftWords } from '../../engine/protocol/device-test.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Outcome } from '../../engine/runtime/run-events.ts'
import type { RunProgress } from './live-progress.ts'

/** Answers of a session before the first is asked again, and from one to the next. */
const [first, every] = [100, 300]

/** Milliseconds after which an answer from the other device is no longer awaited. */
const longest = 10 * 60_000

export interface OtherDevice {
  /** Rejects when the signal is aborted. */
  ask(index: number, signal: AbortSignal): Promise<RunRecord>
  /** The run's own answer. */
  stored(index: number): Promise<RunRecord | undefined>
}

interface ComparedAnswers {
  /** Compares the answer with the stored one, and stores how far they are apart. */
  compare(again: RunRecord): Promise<void>
  /** Nothing more is asked again. */
  failed(error: unknown): void
}

/** Asks one question in several hundred again on another device while a run goes on, one at a time. */
export class DriftWatch {
  readonly #other: Pick<OtherDevice, 'ask'>
  readonly #compared: ComparedAnswers
  readonly #ending = new AbortController()
  #answers = 0
  #due = first
  #work: Promise<void> | null = null

  constructor(other: Pick<OtherDevice, 'ask'>, compared: ComparedAnswers) {
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

/** Keeps with the run, and logs, how far answers of WASM are from the stored ones. */
export function compareAgain(
  { stored }: Pick<OtherDevice, 'stored'>,
  show: Pick<RunProgress, 'live' | 'change' | 'log'>,
  store: Pick<Store, 'changeRun'>,
): ComparedAnswers {
  const log = (text: string): void => show.log({ copy: null, kind: 'device', text })
  return {
    async compare(again) {
      const { index } = again.sample
      const original = await stored(index)
      // The browser may have deleted it.
      if (original?.status !== 'answered') return
      if (again.status === 'failed') throw new VoxelwiseError(again.error)
      let comparison: { readonly drift: Drift; readonly isSame: boolean } | undefined
      const run = await store.changeRun(show.live.run.id, ({ environment, ...known }) => {
        comparison = withAnswer(environment.drift, original, again)
        return { ...known, environment: { ...environment, drift: comparison.drift } }
      })
      show.change({ run })
      if (!comparison) return
      const answer = comparison.isSame ? 'the same answer' : 'another answer'
      log(`Sample ${index} was asked again on WASM: ${answer}. So far ${driftWords(comparison.drift)}.`)
    },
    failed: error => log(`Answers are no longer compared with WASM: ${errorMessage(error)}`),
  }
}
