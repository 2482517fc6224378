/** What a run was planned for before its first question: stored with the run, and never changed. */
import type * as v from 'valibot'
import { list, notNegative, nullable, numberThat, oneOf, optional, shape, share } from '../base/schema.ts'
import { isoDate, name, runId, storedCount } from '../base/stored-values.ts'

const difference = numberThat(value => value >= -1 && value <= 1, 'a difference from -1 to 1')

const namedVoxelSchema = shape({ task: name, modality: name, parts: name })
export type NamedVoxel = v.InferOutput<typeof namedVoxelSchema>

export const sizePlanSchema = shape({
  made: isoDate,
  /** Half the width of the figure's interval, a claim with a margin about another run, or a difference from it. */
  goal: oneOf(['width', 'margin', 'difference']),
  /** Expected accuracy, and the expected correlation of answers in a cluster. */
  accuracy: share,
  icc: share,
  /** Absent of a plan for accuracy: the figure, its expected value, and the share of questions with the finding. */
  figure: optional(oneOf(['sensitivity', 'specificity'])),
  rate: optional(share),
  prevalence: optional(share),
  /** The run that the expectations were taken from, or the published model; absent where they were entered. */
  from: optional(runId),
  published: optional(name),
  /** Half the width of the interval, for the goal `width`. */
  halfWidth: optional(share),
  /** For other goals: expected difference, share of questions that one run alone has right, power, and the margin. */
  difference: optional(difference),
  discordant: optional(share),
  margin: optional(share),
  power: optional(share),
  /** What is needed. */
  questions: storedCount,
  clusters: storedCount,
  images: optional(storedCount),
  /** Expected duration on this machine; null where its speed was not known. */
  seconds: nullable(notNegative),
  /** Voxels of the data set, and those that would stay undecided with all planned questions. */
  voxels: storedCount,
  undecided: storedCount,
  /** The first of the undecided. */
  undecidedVoxels: optional(list(namedVoxelSchema)),
})
export type SizePlan = v.InferOutput<typeof sizePlanSchema>
