/** The accuracy of guessing: the baseline for accuracies. */
import type { JsonObject } from '@voxelwise/python'
import type { Protocol } from './protocol.ts'

/**
 * Share of right answers that guessing gives to one question: 1 of n options; half of yes and no; of several right ones
 * 1 of the 2^n − 1 choices that are not empty; of words, boxes and numbers none. Null where it offers no option.
 */
export function guessingChance(
  protocol: Pick<Protocol, 'answerKind' | 'listOptions'>,
  fields: JsonObject,
): number | null {
  const kind = protocol.answerKind(fields)
  if (kind === 'text' || kind === 'box' || kind === 'number') return 0
  if (kind === 'yes-no') return 1 / 2
  const options = protocol.listOptions(fields).length
  if (options === 0) return null
  return kind === 'choice' ? 1 / options : 1 / (2 ** options - 1)
}

/** The mean chance of some questions. */
export class Chance {
  #n = 0
  #sum = 0
  #isKnown = true

  /** @param chance of one question; null where unknown */
  add(chance: number | null): void {
    this.#n += 1
    this.#sum += chance ?? 0
    if (chance === null) this.#isKnown = false
  }

  /** Null where there are no questions, or the chance of one is unknown. */
  mean(): number | null {
    return this.#n > 0 && this.#isKnown ? this.#sum / this.#n : null
  }
}
