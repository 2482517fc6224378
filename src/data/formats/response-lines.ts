/** Answers as JSONL: one object `{"id": …, "response": …}` a line. */
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { exportAllowance, isJsonObject, type JsonObject, parseJson } from '../../engine/base/json.ts'
import { get, str } from '../../engine/base/python.ts'

/** Whether a text's first line is such an object, where its file's name does not tell. */
export function isResponseLine(text: string): boolean {
  const line =
    text
      .replace(/^\ufeff/, '')
      .trimStart()
      .split('\n', 1)[0] ?? ''
  try {
    const item = parseJson(line)
    return isJsonObject(item) && get(item, 'id') !== undefined && get(item, 'response') !== undefined
  } catch {
    // The first line of an object that goes on.
    return false
  }
}

/**
 * Answers by the sample's id.
 * @throws VoxelwiseError bad-json, not-an-object, duplicate-id, each naming the line
 */
export function responsesById(text: string, file: string): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>()
  for (const { id, response, at } of linesOf(text, file)) {
    if (found.has(id))
      throw new VoxelwiseError({
        code: 'duplicate-id',
        subject: `${at}: ${id}`,
        message: 'Two lines answer the sample with this id.',
        remedy: 'Leave one of them.',
      })
    found.set(id, response)
  }
  return found
}

/**
 * What a judge model replied, in order; of an item that it was asked about several times several. No reply is an empty one.
 * @throws VoxelwiseError bad-json, not-an-object, each naming the line
 */
export function judgeReplies(text: string, file: string): readonly (readonly [id: string, reply: string])[] {
  return Array.from(linesOf(text, file), ({ id, response }) => [id, response ?? ''] as const)
}

interface ResponseLine {
  readonly id: string
  readonly response: string | null
  /** Where it stands, for errors. */
  readonly at: string
}

function* linesOf(text: string, file: string): Generator<ResponseLine> {
  const allowance = exportAllowance()
  for (const [i, line] of text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue
    const at = `${file}:${i + 1}`
    const item = objectOf(line, at, allowance)
    const [id, response] = [get(item, 'id'), get(item, 'response')]
    if (id === undefined || id === null || response === undefined)
      throw notALine(at, 'The line has no id, or no response.')
    yield { id: str(id), response: response === null ? null : str(response), at }
  }
}

function objectOf(line: string, at: string, allowance: ReturnType<typeof exportAllowance>): JsonObject {
  try {
    const item = parseJson(line, allowance)
    if (isJsonObject(item)) return item
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : ''
    throw new VoxelwiseError({
      code: 'bad-json',
      subject: at,
      message: `The line is not JSON. ${detail}`,
      remedy: 'Give one object {"id": …, "response": …} a line.',
      cause,
    })
  }
  throw notALine(at, 'The line is not an object.')
}

const notALine = (subject: string, message: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'not-an-object',
    subject,
    message,
    remedy: 'Give one object {"id": …, "response": …} a line.',
  })
