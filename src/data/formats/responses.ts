/** Records from answers that some model gave elsewhere: an object keyed `{id}|{question}`, or JSONL by id. */

import { get, isJsonObject, type Json, keyText, str } from '@voxelwise/python'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import type { AnsweredRecord } from '../../engine/protocol/record.ts'
import type { Sample } from '../../engine/protocol/sample.ts'

function responseKey({ fields }: Pick<Sample, 'fields'>): string {
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
): Responded {
  if (!isJsonObject(responses)) {
    throw new VoxelwiseError({
      code: 'not-an-object',
      subject: file,
      message: 'The file does not contain an object of answers.',
      remedy:
        'Give a JSON object with the answer text of each {id}|{question}, or JSONL of {"id": …, "response": …}.',
    })
  }
  const answers = new Map(
    Object.entries(responses).map(([key, answer]) => [keyText(key), answer === null ? null : str(answer)]),
  )
  return respond(samples, answers, responseKey, protocol, file)
}

/**
 * @param responses by id
 * @throws VoxelwiseError duplicate-id where two samples have an id that is answered
 */
export function recordsFromLines(
  samples: readonly Sample[],
  responses: ReadonlyMap<string, string | null>,
  protocol: Protocol,
  file: string,
): Responded {
  const sampleId = ({ fields }: Pick<Sample, 'fields'>) => str(get(fields, 'id'))
  const seen = new Set<string>()
  for (const sample of samples) {
    const id = sampleId(sample)
    if (seen.has(id) && responses.has(id)) throw twice(`${file}: ${id}`)
    seen.add(id)
  }
  return respond(samples, responses, sampleId, protocol, file)
}

const twice = (subject: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'duplicate-id',
    subject,
    message: 'Two samples have this id, so the answer is ambiguous.',
    remedy: 'Give a JSON object with the answer text of each {id}|{question} instead.',
  })

function respond(
  samples: readonly Sample[],
  answers: ReadonlyMap<string, string | null>,
  toKey: (sample: Sample) => string,
  protocol: Protocol,
  run: string,
): Responded {
  let missing = 0
  const used = new Set<string>()
  const records = samples.map((sample): AnsweredRecord => {
    const key = toKey(sample)
    const answer = answers.get(key)
    if (answer === undefined) missing++
    else used.add(key)
    return recordOfAnswer(sample, answer ?? null, protocol, run)
  })
  return { records, missing, unused: answers.size - used.size }
}

/** A sample with a model's answer, judged. */
export function recordOfAnswer(
  sample: Sample,
  response: string | null,
  protocol: Protocol,
  run: string,
): AnsweredRecord {
  return {
    run,
    status: 'answered',
    sample,
    prompt: protocol.prompt(sample.fields),
    rightAnswer: protocol.rightAnswer(sample.fields),
    response,
    ...protocol.judge(response, sample.fields),
  }
}
