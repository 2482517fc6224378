/** Records from answers that some model gave elsewhere, keyed `{id}|{question}`. */
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { isJsonObject, type Json } from '../../engine/base/json.ts'
import { get, str } from '../../engine/base/python.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import type { AnsweredRecord } from '../../engine/protocol/record.ts'
import type { Sample } from '../../engine/protocol/sample.ts'

export function responseKey({ fields }: Pick<Sample, 'fields'>): string {
  return `${str(get(fields, 'id'))}|${str(get(fields, 'question'))}`
}

export interface Responded {
  readonly records: readonly AnsweredRecord[]
  /** How many samples had no answer in the file: each is judged as a missing answer. */
  readonly missing: number
  /** How many answers of the file belong to no sample. */
  readonly unused: number
}

/** @throws VoxelwiseError not-an-object */
export function recordsFromResponses(
  samples: readonly Sample[],
  responses: Json,
  protocol: Protocol,
  file: string,
  run: string = file,
): Responded {
  if (!isJsonObject(responses)) {
    throw new VoxelwiseError({
      code: 'not-an-object',
      subject: file,
      message: 'The file does not hold an object of answers.',
      remedy: 'Give a JSON object that holds the answer text of each {id}|{question}.',
    })
  }
  let missing = 0
  const used = new Set<string>()
  const records = samples.map((sample): AnsweredRecord => {
    const key = responseKey(sample)
    const answer = get(responses, key)
    if (answer !== undefined) used.add(key)
    if (answer === undefined) missing++
    const response = answer === undefined || answer === null ? null : str(answer)
    const right = protocol.rightAnswer(sample.fields)
    const verdict = protocol.judge(response, sample.fields)
    return {
      run,
      status: 'answered',
      sample,
      prompt: protocol.prompt(sample.fields),
      rightAnswer: right,
      response,
      ...verdict,
    }
  })
  return { records, missing, unused: Object.keys(responses).length - used.size }
}
