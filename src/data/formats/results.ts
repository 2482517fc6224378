/** Records from a `results.json` of any program; it only needs to be an array of objects. */

import {
  get,
  isJsonArray,
  isJsonObject,
  JsonLimitError,
  type JsonObject,
  JsonSyntaxError,
  jsonAllowance,
  str,
  truthy,
} from '@voxelwise/python'
import { type ByteFile, JsonCursor, MAX_ITEM, textPlace } from '@voxelwise/tables'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Judge } from '../../engine/protocol/judges/judge.ts'
import { isMapped } from '../../engine/protocol/mapped-fields.ts'
import { type Judged, judgedNames } from '../../engine/protocol/metrics.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import { medrcube, readLetter } from '../../engine/protocol/protocols/medrcube.ts'
import { findProtocol, mappedProtocolReference, withJudge } from '../../engine/protocol/protocols/registry.ts'
import type { AnsweredRecord } from '../../engine/protocol/record.ts'
import { tooLargeJson } from '../sources/file-limits.ts'

const derived: ReadonlySet<string> = new Set(['_prompt', '_gt_letter', 'model_response', 'correct'])
/** What other judges than MedRCube's add (`data/export/results.ts`). */
const judged: ReadonlySet<string> = new Set([
  ...['parsed', 'judge', 'judge_version', 'rule', 'unparsed', 'measured'],
])

/**
 * A record at a time, so that a file may be of any size. The verdict is the file's own `correct`, tested for truth as
 * the official metrics do. Records are judged again only if a judge is given.
 * @throws VoxelwiseError bad-json, file-too-large, not-an-array, not-an-object; as the file's `read`
 */
export async function* recordsInResults(file: ByteFile, judge: Judge | null): AsyncGenerator<AnsweredRecord> {
  for await (const some of readItems(file, null, (item, index) =>
    answeredRecord(item, index, file.name, judge),
  ))
    yield* some
}

/**
 * What figures are made of in each record, some hundreds at a time: nothing else of it is held.
 * @param more further fields that are kept
 * @throws as `recordsInResults`
 */
export function judgedInResults(file: ByteFile, more: readonly string[]): AsyncGenerator<readonly Judged[]> {
  const wanted = new Set([...judgedNames, ...more, 'correct'])
  return readItems(file, wanted, item => ({ fields: item, correct: isCorrect(item) }))
}

/** Records handed over together: to wait for each of millions would take longer than to read it. */
const together = 500

/** @param wanted the members of a record that are read; null for all */
async function* readItems<T>(
  file: ByteFile,
  wanted: ReadonlySet<string> | null,
  made: (item: JsonObject, index: number) => T,
): AsyncGenerator<readonly T[]> {
  const json = new JsonCursor(file)
  const keep = { wanted }
  let index = 0
  let some: T[] = []
  try {
    await json.skipMark()
    if (!(await json.isArray()))
      throw otherForm('not-an-array', file.name, 'The file does not contain an array of records.')
    for await (const _ of json.items()) {
      const allowance = jsonAllowance()
      const item = json.valueInWindow(allowance, keep) ?? (await json.value(allowance, MAX_ITEM, keep))
      if (!isJsonObject(item))
        throw otherForm('not-an-object', `${file.name}[${index}]`, 'The record is not an object.')
      some.push(made(item, index))
      index++
      if (some.length < together) continue
      yield some
      some = []
    }
    await json.end()
    yield some
  } catch (cause) {
    if (cause instanceof VoxelwiseError) throw cause
    const subject = `${file.name}[${index}]`
    if (cause instanceof JsonLimitError) throw tooLargeJson(subject, cause.message, cause)
    throw new VoxelwiseError({
      code: 'bad-json',
      subject,
      message: `The file is not JSON. ${await problemIn(file, json.place, cause)}`,
      remedy: 'Correct it at that place.',
      cause,
    })
  }
}

/** @param start of the value, from which the error counts lines and columns */
async function problemIn(file: ByteFile, start: number, cause: unknown): Promise<string> {
  if (!(cause instanceof JsonSyntaxError)) return cause instanceof Error ? cause.message : ''
  const before = await textPlace(file, start)
  const line = before.line + cause.line - 1
  return cause.at(line, cause.line === 1 ? before.column + cause.column - 1 : cause.column)
}

const otherForm = (code: 'not-an-array' | 'not-an-object', subject: string, message: string) =>
  new VoxelwiseError({ code, subject, message, remedy: 'Give a results.json as the evaluator writes it.' })

function answeredRecord(item: JsonObject, index: number, file: string, judge: Judge | null): AnsweredRecord {
  const isJudged = typeof get(item, 'judge') === 'string' && get(item, 'parsed') !== undefined
  const isOwn = (key: string) => !derived.has(key) && !(isJudged && judged.has(key))
  const fields = Object.fromEntries(Object.entries(item).filter(([key]) => isOwn(key)))
  const named = get(item, 'image_path')
  const paths = (isJsonArray(named) ? named : [named]).filter(path => typeof path === 'string' && path !== '')
  const [image = null, ...furtherImages] = paths as readonly string[]
  const prompt = get(item, '_prompt')
  const answer = get(item, 'model_response') ?? null
  const response = answer === null ? null : str(answer)
  return {
    run: file,
    status: 'answered',
    sample: { index, fields, image, ...(furtherImages.length > 0 && { furtherImages }), file },
    prompt: typeof prompt === 'string' ? prompt : '',
    response,
    ...(judge ? judgedAnew(fields, response, judge) : asWritten(item, fields, response)),
  }
}

const isCorrect = (item: JsonObject): boolean => truthy(get(item, 'correct'))

function asWritten(item: JsonObject, fields: JsonObject, response: string | null) {
  const letter = get(item, '_gt_letter')
  return {
    rightAnswer: medrcube.letters.find(known => known === letter) ?? medrcube.rightAnswer(fields),
    parsed: readLetter(response),
    correct: isCorrect(item),
  }
}

/** Records contain the kind of their question, or are MedRCube's. */
export function judgedProtocol(fields: JsonObject, judge: Judge): Protocol {
  return withJudge(isMapped(fields) ? findProtocol(mappedProtocolReference) : medrcube, judge)
}

function judgedAnew(fields: JsonObject, response: string | null, judge: Judge) {
  const protocol = judgedProtocol(fields, judge)
  return { rightAnswer: protocol.rightAnswer(fields), ...protocol.judge(response, fields) }
}
