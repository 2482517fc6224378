/** `results.json`: a record a sample, as MedRCube's evaluator writes it; with who read the answer, where that is another. */
import { type Json, type JsonObject, jsonNumber, stringifyJson } from '@voxelwise/python'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import { medrcube } from '../../engine/protocol/protocols/medrcube.ts'
import type { AnsweredRecord, RunRecord } from '../../engine/protocol/record.ts'

/** The parts of the file, to be written in sequence. Failed records are no answers and are left out. */
export function* resultsJson(records: Iterable<RunRecord>, protocol: Protocol): Generator<string> {
  const lines = new ResultsJson(protocol)
  yield* lines.items(records)
  yield lines.end()
}

/** The same of records that come a chunk at a time. */
export async function* resultsText(
  chunks: AsyncIterable<Iterable<RunRecord>>,
  protocol: Protocol,
): AsyncGenerator<string> {
  const lines = new ResultsJson(protocol)
  for await (const records of chunks) yield* lines.items(records)
  yield lines.end()
}

class ResultsJson {
  #before = '['
  readonly #protocol: Protocol

  constructor(protocol: Protocol) {
    this.#protocol = protocol
  }

  *items(records: Iterable<RunRecord>): Generator<string> {
    for (const record of records) {
      if (record.status !== 'answered') continue
      const fields = resultFields(record, this.#protocol)
      yield `${this.#before}\n  ${stringifyJson(fields, { indent: 2, depth: 1, number: jsonNumber })}`
      this.#before = ','
    }
  }

  end(): string {
    return this.#before === '[' ? '[]' : '\n]'
  }
}

/** A field of the same name keeps its place among the sample's own, as in a Python dict. */
function resultFields(record: AnsweredRecord, protocol: Protocol): JsonObject {
  const { sample, prompt, rightAnswer, response, correct } = record
  const isLetter = protocol.answerKind(sample.fields) === 'choice' && rightAnswer !== ''
  const letter: Record<string, Json> = isLetter ? { _gt_letter: rightAnswer } : {}
  const official = { ...sample.fields, ...letter, _prompt: prompt, model_response: response, correct }
  const isOfficial = protocol.reading.id === medrcube.reading.id
  return isOfficial ? official : { ...official, ...judged(record, protocol) }
}

function judged({ parsed, rule, unparsed, measured }: AnsweredRecord, { reading }: Protocol): JsonObject {
  return {
    parsed: unparsed === undefined ? parsed : null,
    judge: reading.id,
    judge_version: reading.version,
    ...(rule !== undefined && { rule }),
    ...(unparsed !== undefined && { unparsed }),
    ...(measured !== undefined && { measured }),
  }
}
