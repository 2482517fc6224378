/** What a run was planned for before its first question: stored with the run, and never changed. */
import type * as v from 'valibot'
import { notNegative, nullable, numberThat, oneOf, optional, shape, share } from '../base/schema.ts'
import { isoDate, runId, storedCount } from '../base/stored-values.ts'

const difference = numberThat(value => value >= -1 && value <= 1, 'a difference from -1 to 1')

export const sizePlanSchema = shape({
  made: isoDate,
  /** Half the width of the accuracy's interval, or a claim about the difference to another run. */
  goal: oneOf(['width', 'margin']),
  /** Expected accuracy, and the expected correlation of answers in a cluster. */
  accuracy: share,
  icc: share,
  /** The run that both were taken from; absent where they were entered. */
  from: optional(runId),
  /** Of `width`. */
  halfWidth: optional(share),
  /** Of `margin`: expected difference, share of questions that one run alone has right, margin, and power. */
  difference: optional(difference),
  discordant: optional(share),
  margin: optional(share),
  power: optional(share),
  /** What is needed. */
  questions: storedCount,
  clusters: storedCount,
  /** Expected duration on this machine; null where its speed was not known. */
  seconds: nullable(notNegative),
  /** Voxels of the data set, and those that would stay undecided with all planned questions. */
  voxels: storedCount,
  undecided: storedCount,
})
export type SizePlan = v.InferOutput<typeof sizePlanSchema>
