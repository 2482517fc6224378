import type { RatedItem, Rubric } from '../../engine/protocol/rubrics/rubric.ts'
import { csv } from './csv.ts'

/**
 * A sheet for people to rate by the same rubric: a line per item with the name of its image, and an empty column for
 * each dimension. It does not show a model's ratings.
 */
export function ratingSheet({ dimensions }: Rubric, items: readonly RatedItem[]): string {
  return csv([
    ['id', 'image', 'question', 'right answer', 'answer', ...dimensions.map(({ id }) => id)],
    ...items.map(({ id, image, question, reference, response }) => [
      id,
      image,
      question,
      reference,
      response,
      ...dimensions.map(() => null),
    ]),
  ])
}
