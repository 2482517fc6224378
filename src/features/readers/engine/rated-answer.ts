/** A rating of reasons as the answer of a sitting: the key of the point, then those of what stands beside it, such as "3U". */
import { reasonScale } from './marks/mark-set.ts'
import { type Mark, pressedMark } from './marks/marks.ts'

export const ratingIn = (answer: string): Mark => ({
  main: reasonScale.names.find(({ key }) => answer.startsWith(key))?.name ?? null,
  besides: reasonScale.besides.filter(({ key }) => answer.includes(key)).map(({ name }) => name),
})

const writeAnswer = ({ main, besides }: Mark): string =>
  [
    ...reasonScale.names.filter(({ name }) => name === main),
    ...reasonScale.besides.filter(({ name }) => besides.includes(name)),
  ]
    .map(({ key }) => key)
    .join('')

/** The answer after a name was pressed. */
export const pressedRating = (answer: string, name: string): string =>
  writeAnswer(pressedMark(reasonScale, ratingIn(answer), name))

/** Whether a point was given, and nothing stands in it that the scale does not have. */
export const isRating = (answer: string): boolean =>
  ratingIn(answer).main !== null && writeAnswer(ratingIn(answer)) === answer
