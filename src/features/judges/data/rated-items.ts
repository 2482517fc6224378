/** A judge's items: from results.json, or any records with a question, an answer and a response. */

import { get, isJsonArray, isJsonObject, type Json, type JsonObject, str } from '@voxelwise/python'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import type { RatedItem } from '../../../engine/protocol/rubrics/rubric.ts'

/**
 * Free-text questions: those whose `kind` is not another. Unanswered ones cannot be rated and are left out.
 * @throws VoxelwiseError not-an-array, not-an-object naming the record and what it lacks; duplicate-id
 */
export function ratedItems(records: Json, file: string): readonly RatedItem[] {
  if (!isJsonArray(records))
    throw problem('not-an-array', file, 'The file does not contain an array of records.')
  const seen = new Set<string>()
  return records.flatMap((record, i) => {
    const at = `${file}[${i}]`
    if (!isJsonObject(record)) throw problem('not-an-object', at, 'The record is not an object.')
    if ((get(record, 'kind') ?? 'text') !== 'text') return []
    const id = needed(record, 'id', at)
    if (seen.has(id)) throw problem('duplicate-id', `${at}: ${id}`, 'Another record has this id.')
    seen.add(id)
    const response = get(record, 'model_response') ?? get(record, 'response') ?? null
    if (response === null) return []
    const image = get(record, 'image_path') ?? null
    const description = get(record, 'visual_description') ?? null
    return [
      {
        id,
        question: needed(record, 'question', at),
        reference: needed(record, 'answer', at),
        description: description === null ? null : str(description),
        response: str(response),
        image: isJsonArray(image) ? image.map(str).join('; ') : image === null ? null : str(image),
      },
    ]
  })
}

function needed(record: JsonObject, name: string, at: string): string {
  const value = get(record, name) ?? null
  if (value !== null) return str(value)
  throw problem('not-an-object', `${at}.${name}`, `The record has no ${name}.`)
}

const problem = (
  code: 'not-an-array' | 'not-an-object' | 'duplicate-id',
  subject: string,
  message: string,
): VoxelwiseError =>
  new VoxelwiseError({
    code,
    subject,
    message,
    remedy: 'Give a results.json of a mapped data set, or an array of {id, question, answer, response}.',
  })
