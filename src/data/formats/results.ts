/** Records from MedRCube's `results.json`, whoever wrote it; only an array of objects is asked of it. */
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../engine/base/json.ts'
import { get, str, truthy } from '../../engine/base/python.ts'
import { readLetter } from '../../engine/protocol/judge.ts'
import { medrcube } from '../../engine/protocol/medrcube.ts'
import type { AnsweredRecord } from '../../engine/protocol/record.ts'

const derived: ReadonlySet<string> = new Set(['_prompt', '_gt_letter', 'model_response', 'correct'])

/**
 * The verdict is the file's own `correct`, read for truth as the official metrics read it, not judged anew.
 * @throws VoxelwiseError not-an-array, not-an-object
 */
export function recordsFromResults(results: Json, file: string, run: string = file): AnsweredRecord[] {
  if (!isJsonArray(results)) {
    throw new VoxelwiseError({
      code: 'not-an-array',
      subject: file,
      message: 'The file does not hold an array of records.',
      remedy: 'Give a results.json as the evaluator writes it.',
    })
  }
  return results.map((item, index) => {
    if (isJsonObject(item)) return recordOf(item, index, { file, run })
    throw new VoxelwiseError({
      code: 'not-an-object',
      subject: `${file}[${index}]`,
      message: 'The record is not an object.',
      remedy: 'Give a results.json as the evaluator writes it.',
    })
  })
}

function recordOf(
  item: JsonObject,
  index: number,
  { file, run }: { file: string; run: string },
): AnsweredRecord {
  const fields = Object.fromEntries(Object.entries(item).filter(([key]) => !derived.has(key)))
  const image = get(item, 'image_path')
  const prompt = get(item, '_prompt')
  const letter = get(item, '_gt_letter')
  const answer = get(item, 'model_response') ?? null
  const response = answer === null ? null : str(answer)
  return {
    run,
    status: 'answered',
    sample: { index, fields, image: typeof image === 'string' && image !== '' ? image : null, file },
    prompt: typeof prompt === 'string' ? prompt : '',
    rightAnswer: medrcube.letters.find(known => known === letter) ?? medrcube.rightAnswer(fields),
    response,
    parsed: readLetter(response),
    correct: truthy(get(item, 'correct')),
  }
}
