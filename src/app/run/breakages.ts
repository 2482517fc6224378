import { type ErrorInfo, isFinal } from '../../engine/base/errors.ts'

/** After so many samples in a row that failed twice, the fault is not the samples'. */
const mostFailuresInARow = 3

export type Verdict = 'ask again' | 'give the sample up' | 'end the run'

/**
 * What becomes of a run whose worker broke: a sample that breaks two workers is given up, unless it is not the sample that is
 * at fault.
 */
export class Breakages {
  /** Of each sample, what it broke workers with. */
  readonly #errors = new Map<number, ErrorInfo>()
  /** Samples given up since the last answer. */
  #inARow = 0

  get any(): boolean {
    return this.#errors.size > 0
  }

  /** An answer came. */
  answered(): void {
    this.#inARow = 0
  }

  /**
   * @param index the sample that was in hand; null where none was
   * @param hasAnswered whether the model ever answered in this run
   */
  broke(index: number | null, error: ErrorInfo, hasAnswered: boolean): Verdict {
    if (index === null || isFinal(error.code)) return 'end the run'
    const before = this.#errors.get(index)
    this.#errors.set(index, error)
    if (!before) return 'ask again'
    // Its preparation never ended, which the model has no part in.
    if (error.code === 'image-unreadable') return 'give the sample up'
    if (!hasAnswered && isTheModels(error) && before.message === error.message) return 'end the run'
    this.#inARow++
    return this.#inARow >= mostFailuresInARow ? 'end the run' : 'give the sample up'
  }
}

/** Whether nothing speaks for a fault of the sample: one that takes too long may be an odd one. */
const isTheModels = ({ code }: ErrorInfo): boolean => code === 'inference-failed'
