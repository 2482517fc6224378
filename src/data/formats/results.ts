/** Records from a `results.json`, whoever wrote it; only an array of objects is asked of it. */
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../engine/base/json.ts'
import { get, str, truthy } from '../../engine/base/python.ts'
import type { Judge } from '../../engine/protocol/judges/judge.ts'
import { isMapped } from '../../engine/protocol/mapped-fields.ts'
import { medrcube } from '../../engine/protocol/protocols/medrcube.ts'
import { readLetter } from '../../engine/protocol/protocols/medrcube-reading.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import type { AnsweredRecord } from '../../engine/protocol/record.ts'
import { mappedProtocolReference, protocolOf, withJudge } from '../../engine/protocol/protocols/registry.ts'
import type { ByteFile } from '../containers/bytes.ts'
import { JsonCursor } from '../containers/json-cursor.ts'

const derived: ReadonlySet<string> = new Set(['_prompt', '_gt_letter', 'model_response', 'correct'])
/** What other judges than MedRCube's add (`data/export/results.ts`). */
const judged: ReadonlySet<string> = new Set(['parsed', 'judge', 'judge_version', 'rule', 'unparsed'])

/**
 * The verdict is the file's own `correct`, read for truth as the official metrics read it; judged anew only where a judge
 * is named.
 * @throws VoxelwiseError not-an-array, not-an-object
 */
export function recordsFromResults(
  results: Json,
  file: string,
  judge: Judge | null = null,
  run: string = file,
): AnsweredRecord[] {
  if (!isJsonArray(results)) throw notAnArray(file)
  return results.map((item, index) => checkedRecord(item, index, { file, judge, run }))
}

/**
 * The same of a file of any size, a record at a time.
 * @throws VoxelwiseError bad-json, not-an-array, not-an-object; as the file's `read`
 */
export async function* recordsInResults(file: ByteFile): AsyncGenerator<AnsweredRecord> {
  const json = new JsonCursor(file)
  const from = { file: file.name, judge: null, run: file.name }
  let index = 0
  try {
    if (!(await json.isArray())) throw notAnArray(file.name)
    for await (const _ of json.items()) {
      yield checkedRecord(await json.value(), index, from)
      index++
    }
    await json.end()
  } catch (cause) {
    if (cause instanceof VoxelwiseError) throw cause
    throw new VoxelwiseError({
      code: 'bad-json',
      subject: `${file.name}[${index}]`,
      message: `The file is not JSON. ${cause instanceof Error ? cause.message : ''}`,
      remedy: 'Correct it at that place, counted from where the record begins.',
      cause,
    })
  }
}

function checkedRecord(item: Json, index: number, from: From): AnsweredRecord {
  if (isJsonObject(item)) return recordOf(item, index, from)
  throw new VoxelwiseError({
    code: 'not-an-object',
    subject: `${from.file}[${index}]`,
    message: 'The record is not an object.',
    remedy: 'Give a results.json as the evaluator writes it.',
  })
}

const notAnArray = (file: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'not-an-array',
    subject: file,
    message: 'The file does not hold an array of records.',
    remedy: 'Give a results.json as the evaluator writes it.',
  })

interface From {
  readonly file: string
  readonly judge: Judge | null
  readonly run: string
}

function recordOf(item: JsonObject, index: number, { file, judge, run }: From): AnsweredRecord {
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
    run,
    status: 'answered',
    sample: { index, fields, image, ...(furtherImages.length > 0 && { furtherImages }), file },
    prompt: typeof prompt === 'string' ? prompt : '',
    response,
    ...(judge ? judgedAnew(fields, response, judge) : asWritten(item, fields, response)),
  }
}

function asWritten(item: JsonObject, fields: JsonObject, response: string | null) {
  const letter = get(item, '_gt_letter')
  return {
    rightAnswer: medrcube.letters.find(known => known === letter) ?? medrcube.rightAnswer(fields),
    parsed: readLetter(response),
    correct: truthy(get(item, 'correct')),
  }
}

/** Records say of what kind their question is, or are MedRCube's. */
export function judgedProtocol(fields: JsonObject, judge: Judge): Protocol {
  return withJudge(isMapped(fields) ? protocolOf(mappedProtocolReference) : medrcube, judge)
}

function judgedAnew(fields: JsonObject, response: string | null, judge: Judge) {
  const protocol = judgedProtocol(fields, judge)
  return { rightAnswer: protocol.rightAnswer(fields), ...protocol.judge(response, fields) }
}
