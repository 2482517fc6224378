import type { JsonObject } from '../base/json.ts'
import { get, str } from '../base/python.ts'
import { keptAnswer } from '../protocol/answer-words.ts'
import { labelsOf } from '../protocol/frame.ts'
import type { Judged } from '../protocol/metrics.ts'
import type { Countable } from './shares.ts'

/** An answer of a results.json as a row, with its fields. */
export interface JudgedFieldsRow extends Countable {
  readonly question: string
  readonly fields: JsonObject
}

/** Clusters come from `image_path`, a text or a list of them, and `group`. */
export function rowOfJudged({ fields, correct }: Judged): JudgedFieldsRow {
  const text = (name: string): string => str(get(fields, name))
  const named = get(fields, 'image_path')
  const images = (Array.isArray(named) ? named : [named]).filter(
    path => typeof path === 'string' && path !== '',
  )
  const [image = null, ...furtherImages] = images as readonly string[]
  const group = get(fields, 'group')
  return {
    id: text('id'),
    ...labelsOf(fields),
    image,
    ...(furtherImages.length > 0 && { furtherImages }),
    ...(group !== undefined && group !== null && group !== '' && { group: str(group) }),
    question: text('question'),
    ...rightOf(fields),
    chance: null,
    verdict: correct ? 'correct' : 'wrong',
    fields,
  }
}

/** The right answer as a text: a results.json does not say which of its fields are options. */
function rightOf(fields: JsonObject): Pick<JudgedFieldsRow, 'right'> {
  const right = get(fields, 'gt_answer')
  return right === undefined || right === null
    ? {}
    : { right: keptAnswer({ optionsOf: () => [] }, fields, str(right)) }
}
