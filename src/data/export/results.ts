/** `results.json`: a record a sample, as the official evaluator writes it. */
import { type Json, type JsonObject, stringifyJson } from '../../engine/base/json.ts'
import { jsonNumber } from '../../engine/base/python.ts'
import type { AnsweredRecord, RunRecord } from '../../engine/protocol/record.ts'

/** The parts of the file, to be written one after the other; failed records are no answers and are left out. */
export function* resultsJson(records: Iterable<RunRecord>): Generator<string> {
  let before = '['
  for (const record of records) {
    if (record.status !== 'answered') continue
    const text = stringifyJson(resultFields(record), { indent: 2, depth: 1, number: jsonNumber })
    yield `${before}\n  ${text}`
    before = ','
  }
  yield before === '[' ? '[]' : '\n]'
}

/** A field of the same name keeps its place among the sample's own, as in a Python dict. */
function resultFields({ sample, prompt, rightAnswer, response, correct }: AnsweredRecord): JsonObject {
  const letter: Record<string, Json> = rightAnswer === '' ? {} : { _gt_letter: rightAnswer }
  return { ...sample.fields, ...letter, _prompt: prompt, model_response: response, correct }
}
