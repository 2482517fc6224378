/** Answers as JSONL: one object `{"id": …, "response": …}` a line. */

import { get, isJsonObject, type JsonAllowance, type JsonObject, parseJson, str } from '@voxelwise/python'
import type { ByteFile } from '@voxelwise/tables'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { textLines } from '../containers/reading.ts'
import { badJson, exportAllowance } from '../sources/file-limits.ts'

/** Whether a file's first line is such an object, for a file whose name does not say it. */
export async function beginsWithResponse(file: ByteFile): Promise<boolean> {
  try {
    for await (const { text } of textLines(file)) {
      const item = parseJson(text)
      return isJsonObject(item) && get(item, 'id') !== undefined && get(item, 'response') !== undefined
    }
  } catch {
    // The first line is only part of an object, or too long. The reader of the whole file reports errors.
  }
  return false
}

/**
 * Answers by the sample's id.
 * @throws VoxelwiseError bad-json, not-an-object, duplicate-id, each naming the line; file-too-large
 */
export async function responsesById(file: ByteFile): Promise<ReadonlyMap<string, string | null>> {
  const responses = new Map<string, string | null>()
  for await (const { id, response, at } of responseLines(file)) {
    if (responses.has(id))
      throw new VoxelwiseError({
        code: 'duplicate-id',
        subject: `${at}: ${id}`,
        message: 'Two lines answer the sample with this id.',
        remedy: 'Leave one of them.',
      })
    responses.set(id, response)
  }
  return responses
}

/**
 * What a judge model replied, in order; of an item that it was asked about several times several. No reply is an empty one.
 * @throws VoxelwiseError bad-json, not-an-object, each naming the line; file-too-large
 */
export async function judgeReplies(
  file: ByteFile,
): Promise<readonly (readonly [id: string, reply: string])[]> {
  const replies: (readonly [string, string])[] = []
  for await (const { id, response } of responseLines(file)) replies.push([id, response ?? ''])
  return replies
}

/** Each answer by its id, with the place of its line for errors. */
async function* responseLines(file: ByteFile) {
  const allowance = exportAllowance()
  for await (const { text, number } of textLines(file)) {
    const at = `${file.name}:${number}`
    const item = objectOf(text, at, allowance)
    const [id, response] = [get(item, 'id'), get(item, 'response')]
    if (id === undefined || id === null || response === undefined)
      throw notALine(at, 'The line has no id, or no response.')
    yield { id: str(id), response: response === null ? null : str(response), at }
  }
}

function objectOf(line: string, at: string, allowance: JsonAllowance): JsonObject {
  try {
    const item = parseJson(line, allowance)
    if (isJsonObject(item)) return item
  } catch (cause) {
    throw badJson(at, cause, 'The line', { json: remedy, utf8: remedy })
  }
  throw notALine(at, 'The line is not an object.')
}

const remedy = 'Give one object {"id": …, "response": …} a line.'

const notALine = (subject: string, message: string): VoxelwiseError =>
  new VoxelwiseError({ code: 'not-an-object', subject, message, remedy })
