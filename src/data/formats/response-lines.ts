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
    const key = str(id)
    if (found.has(key))
      throw new VoxelwiseError({
        code: 'duplicate-id',
        subject: `${at}: ${key}`,
        message: 'Two lines answer the sample with this id.',
        remedy: 'Leave one of them.',
      })
    found.set(key, response === null ? null : str(response))
  }
  return found
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
