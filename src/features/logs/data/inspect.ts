/** Logs of Inspect (inspect_ai), log version 2: one JSON file, or an `.eval` archive with a member a sample. */

import { isJsonArray, type Json, type JsonObject, ownValue } from '@voxelwise/python'
import type { ByteFile } from '@voxelwise/tables'
import { archiveMembers, openMember } from '../../../data/containers/reading.ts'
import {
  badLog,
  type LoggedAnswer,
  listedOptions,
  loggedNumber,
  loggedText,
  objectIn,
  type ToolLog,
  textOrNumber,
} from './tool-log.ts'

export async function inspectArchiveLog(file: ByteFile, read: (text: string) => Json): Promise<ToolLog> {
  const members = await archiveMembers(file)
  const json = async (path: string): Promise<JsonObject | null> => {
    const member = members.get(path)
    if (!member) return null
    const opened = await openMember(file, member)
    return objectIn(read(new TextDecoder().decode(await opened.read(0, opened.size))))
  }
  // A log that was broken off has its beginning only.
  const head = (await json('header.json')) ?? (await json('_journal/start.json'))
  if (!head) throw badLog(file.name, 'has neither header.json nor _journal/start.json')
  const samples: JsonObject[] = []
  for (const path of members.keys())
    if (/^samples\/.*\.json$/.test(path)) samples.push((await json(path)) ?? {})
  return readLog(head, samples, file.name)
}

export function inspectJsonLog(log: JsonObject, file: string): ToolLog {
  if (!isJsonArray(log.samples)) throw badLog(file, 'has no samples')
  return readLog(log, log.samples.map(objectIn), file)
}

function readLog(head: JsonObject, samples: readonly JsonObject[], file: string): ToolLog {
  const evaluation = objectIn(head.eval)
  if (textOrNumber(evaluation.model) === null) throw badLog(file, 'names no model (eval.model)')
  const packages = objectIn(evaluation.packages)
  const seen = new Set<string>()
  const first = inOrder(samples).filter(({ id }) => {
    const name = textOrNumber(id) ?? ''
    return !seen.has(name) && seen.add(name)
  })
  return {
    tool: 'inspect',
    version: textOrNumber(packages.inspect_ai),
    model: textOrNumber(evaluation.model),
    created: textOrNumber(evaluation.created),
    answers: first.map(readAnswer),
    repeats: samples.length - first.length,
  }
}

/** By epoch, so that the first of a sample's tries is the one that counts. */
const inOrder = (samples: readonly JsonObject[]): readonly JsonObject[] =>
  samples.toSorted((a, b) => (loggedNumber(a.epoch) ?? 1) - (loggedNumber(b.epoch) ?? 1))

function readAnswer(sample: JsonObject): LoggedAnswer {
  const text = (value: Json | undefined): string | null => attached(sample, loggedText(value))
  const [choice] = isJsonArray(objectIn(sample.output).choices)
    ? (objectIn(sample.output).choices as readonly Json[])
    : []
  const response = choice === undefined ? null : text(objectIn(objectIn(choice).message).content)
  const failure = textOrNumber(objectIn(sample.error).message)
  return {
    ids: [textOrNumber(objectIn(sample.metadata).id), textOrNumber(sample.id)].filter(id => id !== null),
    number: loggedNumber(sample.id),
    asked: inputText(sample, text),
    options: listedOptions(sample.choices),
    target: targetText(sample.target),
    response,
    ...(response === null && { error: failure ?? 'The log has no answer to this sample.' }),
    correct: readVerdict(sample),
  }
}

/** The input is a text, or the messages of a conversation. */
function inputText(sample: JsonObject, text: (value: Json | undefined) => string | null): string {
  if (!isJsonArray(sample.input)) return text(sample.input) ?? ''
  return sample.input.map(message => text(objectIn(message).content) ?? '').join('\n')
}

/** A letter, or several in a list. */
const targetText = (target: Json | undefined): string | null =>
  isJsonArray(target) ? target.map(each => textOrNumber(each) ?? '').join('') || null : textOrNumber(target)

/** Long texts are in a separate list. */
function attached(sample: JsonObject, text: string | null): string | null {
  const name = text === null ? undefined : /^attachment:\/\/(\w+)$/.exec(text)?.[1]
  return name === undefined ? text : (loggedText(ownValue(objectIn(sample.attachments), name)) ?? text)
}

/** The verdict of the first scorer: C and 1 are right, I, N, P and 0 are not. */
function readVerdict(sample: JsonObject): boolean | null {
  const [score = sample.score] = Object.values(objectIn(sample.scores))
  const { value } = objectIn(score)
  if (typeof value === 'boolean') return value
  if (value === 'C' || value === 'I' || value === 'N' || value === 'P') return value === 'C'
  const number = loggedNumber(value)
  return number === null ? null : number === 1
}
