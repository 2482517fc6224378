/** Whether a graphics card still computes during a run what another device computes. */
import type { Precision } from '../protocol/device.ts'
import { type Drift, driftWords } from '../protocol/device-test.ts'
import type { AnsweredRecord } from '../protocol/record.ts'
import { deviceLimit } from './device-test.ts'

/** Log-probabilities below this count as this: an option without any probability has minus infinity. */
const lowest = -1000

/** Changed answers in words that no tie explains: at least this many, and more than this share. */
const [fewest, share] = [2, 0.1]

/**
 * The drift with one more question.
 * @param stored the run's own answer
 * @param again the answer of WASM to the same question
 */
export function withAnswer(
  drift: Drift | undefined,
  stored: AnsweredRecord,
  again: AnsweredRecord,
): { readonly drift: Drift; readonly isSame: boolean } {
  const isSame = readAnswer(stored) === readAnswer(again)
  const apart = choicesApart(stored, again)
  const before = drift?.logprobs ?? null
  return {
    isSame,
    drift: {
      against: 'wasm',
      questions: (drift?.questions ?? 0) + 1,
      answers: (drift?.answers ?? 0) + (isSame ? 0 : 1),
      logprobs: apart === null ? before : Math.max(apart, before ?? 0),
    },
  }
}

/** Whether answers differ by more than the precision explains. Numbers decide where there are any. */
export const hasDrifted = ({ questions, answers, logprobs }: Drift, dtype: Precision): boolean =>
  logprobs === null
    ? answers >= fewest && answers > share * questions
    : logprobs > deviceLimit(dtype).logprobs

/** The drift of a run in words, with a warning where it is more than the precision explains. */
export const driftNote = (drift: Drift, dtype: Precision): string =>
  `${driftWords(drift)}${hasDrifted(drift, dtype) ? '. The graphics card may compute wrongly' : ''}`

const readAnswer = ({ parsed, response }: AnsweredRecord): string => parsed || (response ?? '').trim()

/** Null where one of them has no option probabilities, or its thought was another. */
function choicesApart(one: AnsweredRecord, other: AnsweredRecord): number | null {
  const choices = one.score?.choices
  const known = new Map(other.score?.choices?.map(({ letter, logprob }) => [letter, logprob]))
  if (!choices || known.size === 0 || one.score?.thought?.text !== other.score?.thought?.text) return null
  const differences = choices.map(({ letter, logprob }) =>
    Math.abs(Math.max(lowest, logprob) - Math.max(lowest, known.get(letter) ?? lowest)),
  )
  return Math.max(0, ...differences)
}
