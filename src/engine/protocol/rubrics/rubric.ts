/** A rubric: the criteria by which a judge, a model or a person, rates a free-text answer. */

import { ownValue } from '@voxelwise/python'
import { VoxelwiseError } from '../../base/errors.ts'

export interface Dimension {
  /** Lower case with underscores: a key of replies and files. */
  readonly id: string
  readonly name: string
  /** The meaning of the best rating. */
  readonly about: string
  /** How much it counts in the overall figure. */
  readonly weight: number
}

export interface Rubric {
  /** Lower case with hyphens, for ever the same. */
  readonly id: string
  /** Goes up whenever its prompt, its scale or its weights change. */
  readonly version: number
  /** The display name, with its source. */
  readonly name: string
  /** Whole numbers, both included. */
  readonly scale: { readonly least: number; readonly most: number }
  readonly dimensions: readonly Dimension[]
}

/** By the dimension's id. */
export type Ratings = Readonly<Record<string, number>>

/** The answer to rate, with facts that only the judge may see. */
export interface RatedItem {
  readonly id: string
  readonly question: string
  /** The right answer. */
  readonly reference: string
  /** The image's contents, in words; null if the data set does not describe them. */
  readonly description: string | null
  readonly response: string
  /** Name of the image, for people who look at it; null where there is none. */
  readonly image: string | null
}

const dimension = (weight: number, id: string, name: string, about: string): Dimension => ({
  ...{ id, name, about, weight },
})

/**
 * Med-CMR's four dimensions (arXiv 2512.00818). The paper's scores go from 0 to 100 and its overall figure is
 * (consistency + coherence + 4 visual accuracy + 4 ground truth) / 10. The judge's prompt and scale are not published:
 * the words and the scale of 0 to 10 are this project's.
 */
const medCmrRubric: Rubric = {
  id: 'med-cmr',
  version: 1,
  name: 'Med-CMR’s rubric',
  scale: { least: 0, most: 10 },
  dimensions: [
    dimension(1, 'consistency', 'Consistency', 'the answer is clear and does not contradict itself'),
    dimension(1, 'coherence', 'Coherence', 'its reasoning is one logically linked chain'),
    dimension(
      4,
      'visual_accuracy',
      'Visual accuracy',
      'what it says can be seen matches the description of the image',
    ),
    dimension(
      4,
      'ground_truth',
      'Ground-truth correctness',
      'its reasoning and its final answer match the right answer',
    ),
  ],
}

/**
 * MedQ-Bench's four scores of a description, each 0 to 2 (VLMEvalKit, medqbench_*.py); the words are this project's, and
 * so is the mean of the four.
 */
const medqRubric: Rubric = {
  id: 'medq-bench',
  version: 1,
  name: 'MedQ-Bench’s rubric',
  scale: { least: 0, most: 2 },
  dimensions: [
    dimension(1, 'completeness', 'Completeness', 'it says all that the right answer says'),
    dimension(1, 'preciseness', 'Preciseness', 'nothing that it says is at odds with the right answer'),
    dimension(1, 'consistency', 'Consistency', 'its conclusion follows from what it describes'),
    dimension(
      1,
      'quality_accuracy',
      'Quality accuracy',
      'it judges the image’s quality as the right answer does',
    ),
  ],
}

export const rubrics: readonly Rubric[] = [medCmrRubric, medqRubric]

/** @throws VoxelwiseError protocol-unknown */
export function rubricNamed(id: string): Rubric {
  const match = rubrics.find(rubric => rubric.id === id)
  if (match) return match
  throw new VoxelwiseError({
    code: 'protocol-unknown',
    subject: `rubric ${id}`,
    message: 'This page does not have the rubric.',
    remedy: `Choose one of ${rubrics.map(rubric => rubric.id).join(', ')}.`,
  })
}

/** How a judge's figures are called: never the benchmark's own score. @param judge its name, as people read it */
export const judgedName = ({ name }: Pick<Rubric, 'name'>, judge: string): string =>
  `${name}, judged by ${judge}`

/** The weighted mean of all ratings, from 0 to 100. */
export function overallRating({ dimensions, scale: { least, most } }: Rubric, ratings: Ratings): number {
  const weights = dimensions.reduce((sum, { weight }) => sum + weight, 0)
  const sum = dimensions.reduce(
    (all, { id, weight }) => all + weight * ((ownValue(ratings, id) ?? least) - least),
    0,
  )
  return (100 * sum) / (weights * (most - least))
}

/** The prompt for a judge model: the rubric, the item, and the only form of reply that is read. */
export function rubricPrompt({ dimensions, scale: { least, most } }: Rubric, item: RatedItem): string {
  const range = `a whole number from ${least} (worst) to ${most} (best)`
  const form = `{${dimensions.map(({ id }) => `"${id}": n`).join(', ')}}`
  return [
    `Rate an answer to a question on a medical image. Give each of these ${range}:`,
    ...dimensions.map(({ id, about }) => `- ${id}: ${about}`),
    '',
    `Question: ${item.question}`,
    ...(item.description === null ? [] : [`Description of the image: ${item.description}`]),
    `Right answer: ${item.reference}`,
    '',
    'Answer to be rated, between the lines:',
    '-----',
    item.response,
    '-----',
    '',
    `Reply with this JSON object and nothing else, n being ${range}: ${form}`,
  ].join('\n')
}
