/** Questions for people: what a model is asked, without the right answer. */

import { get, type JsonObject, str } from '@voxelwise/python'
import { countBy } from '../../../engine/base/grouping.ts'
import type { Protocol } from '../../../engine/protocol/protocol.ts'
import { listImages, type Sample } from '../../../engine/protocol/sample.ts'
import { withoutMarkers } from '../../../engine/protocol/turns.ts'
import type { ImageDigest, StrippedQuestion } from './study.ts'

export const questionId = ({ fields }: Pick<Sample, 'fields'>): string => str(get(fields, 'id'))

/** @param imageDigest of an image, by its rooted path */
export function strippedQuestion(
  sample: Sample,
  protocol: Protocol,
  imageDigest: (path: string) => ImageDigest,
): StrippedQuestion {
  const { fields, index } = sample
  const hint = str(get(fields, 'hint') ?? '')
  const examples = protocol.examples?.(fields) ?? []
  return {
    index,
    id: questionId(sample),
    kind: protocol.answerKind(fields),
    question: questionText(fields),
    ...(hint !== '' && { hint }),
    options: protocol.listOptions(fields).map(({ letter, value }) => ({ letter, text: str(value) })),
    ...(examples.length > 0 && {
      examples: examples.map(({ question, answer }) => ({ question, answer })),
    }),
    images: listImages(sample).map(path => ({ path, ...imageDigest(path) })),
  }
}

const questionText = (fields: JsonObject): string => withoutMarkers(str(get(fields, 'question')))

/** What people can be asked, and how many questions cannot. */
interface Askable {
  readonly samples: readonly Sample[]
  /** Their answers are boxes. */
  readonly boxes: number
  /** Another question of the data set has their id. */
  readonly sameId: number
}

/** @param all samples of the data set: their ids decide which are unique @param chosen some of them */
export function askableSamples(
  all: readonly Sample[],
  chosen: readonly Sample[],
  protocol: Protocol,
): Askable {
  const times = countBy(all.map(questionId))
  const withoutBoxes = chosen.filter(({ fields }) => protocol.answerKind(fields) !== 'box')
  const samples = withoutBoxes.filter(sample => times.get(questionId(sample)) === 1)
  return {
    samples,
    boxes: chosen.length - withoutBoxes.length,
    sameId: withoutBoxes.length - samples.length,
  }
}
