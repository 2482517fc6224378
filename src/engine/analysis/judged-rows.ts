import type { JsonObject } from '../base/json.ts'
import { get, str } from '../base/python.ts'
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
    chance: null,
    verdict: correct ? 'correct' : 'wrong',
    fields,
  }
}
