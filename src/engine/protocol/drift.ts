/** How far answers given during a run are from those of another device, stored with the run. */
import type * as v from 'valibot'
import { counted } from '../base/counted.ts'
import { notNegative, nullable, oneOf, shape, whole } from '../base/schema.ts'
import { count } from '../base/stored-values.ts'
import { referenceNames, shortNumber } from './device-test.ts'

export const driftSchema = shape({
  against: oneOf(['wasm']),
  /** Questions that were asked again there. */
  questions: whole(1, Number.MAX_SAFE_INTEGER),
  /** Of these, how many answers were read as another one. */
  answers: count,
  /** Largest difference of an option's log-probability; null for answers in words. */
  logprobs: nullable(notNegative),
})
export type Drift = v.InferOutput<typeof driftSchema>

/** `4 of 4 answers as on WASM; log-probabilities at most 0.000012 apart` */
export function driftWords({ against, questions, answers, logprobs }: Drift): string {
  const apart = logprobs === null ? '' : `; log-probabilities at most ${shortNumber(logprobs)} apart`
  return `${questions - answers} of ${counted(questions, 'answer')} as on ${referenceNames[against]}${apart}`
}
