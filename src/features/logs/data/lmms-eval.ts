/** `…_samples_<task>.jsonl` of lmms-eval 0.3 and later: an object a line. */

import { isJsonArray, type Json, type JsonObject, ownValue } from '@voxelwise/python'
import { choicesInText } from '../../../data/formats/mapping/choices-in-text.ts'
import type { Lettered } from '../../../data/formats/mapping/letters.ts'
import { offeredIn } from '../../../data/formats/mapping/options.ts'
import {
  badLog,
  type LoggedAnswer,
  loggedNumber,
  loggedText,
  objectIn,
  type ToolLog,
  textOrNumber,
} from './tool-log.ts'

/** @param results the matching `…_results.json`, which alone has the model and the version */
export function lmmsEvalLog(lines: readonly JsonObject[], file: string, results: JsonObject | null): ToolLog {
  if (!lines.some(line => line.doc_id !== undefined && (line.resps ?? line.filtered_resps) !== undefined))
    throw badLog(file, 'has no line with a doc_id and resps')
  const answers = new Map<string, LoggedAnswer>()
  for (const line of lines) {
    const key = textOrNumber(line.doc_id) ?? ''
    if (!answers.has(key)) answers.set(key, readAnswer(line))
  }
  return {
    tool: 'lmms-eval',
    version: knownVersion(textOrNumber(results?.lmms_eval_version)),
    // The name is empty where its arguments name no checkpoint.
    model: textOrNumber(results?.model_name) || textOrNumber(results?.model_source),
    created: createdIn(textOrNumber(results?.date)),
    answers: [...answers.values()],
    repeats: lines.length - answers.size,
  }
}

function readAnswer(line: JsonObject): LoggedAnswer {
  const doc = objectIn(line.doc)
  const prompt = loggedText(line.input) ?? ''
  const response = firstText(line.resps ?? line.filtered_resps)
  return {
    ids: [line.id, doc.id, line.doc_id].map(textOrNumber).filter(id => id !== null),
    number: loggedNumber(line.doc_id),
    asked: [loggedText(doc.question), loggedText(line.input)].filter(text => text !== null).join('\n'),
    // A task may show the options of its document in another order. Its prompt is what the model saw.
    options: choicesInText(prompt) === null ? documentOptions(doc) : [],
    target: textOrNumber(line.target) ?? textOrNumber(doc.answer),
    response,
    ...(response === null && { error: 'The log has no answer to this sample.' }),
    correct: readVerdict(line),
  }
}

/** As the data set's row has them, where the log keeps the row. */
function documentOptions(doc: JsonObject): Lettered {
  for (const name of ['options', 'choices']) {
    const options = offeredIn({ column: [name] }, doc)
    if (options.length > 1) return options
  }
  return offeredIn({ prefix: '' }, doc)
}

/** `unknown@unknown` where it was not run from its repository. */
const knownVersion = (written: string | null): string | null =>
  written?.startsWith('unknown') ? null : written

/** Answers are listed by request and by repeat. */
function firstText(value: Json | undefined): string | null {
  if (typeof value === 'string') return value
  return isJsonArray(value) ? firstText(value[0]) : null
}

/** Under names that tasks give to a metric of 0 and 1, the plainest first. */
function readVerdict(line: JsonObject): boolean | null {
  for (const name of ['score', 'accuracy', 'acc', 'exact_match']) {
    const value = loggedNumber(ownValue(line, name))
    if (value === 0 || value === 1) return value === 1
  }
  return null
}

/** `2026-01-02T03-04-05`, or lmms-eval's own `20260102_030405`. */
function createdIn(date: string | null): string | null {
  const parts = /^(\d{4})-?(\d\d)-?(\d\d)[T_](\d\d)[-:]?(\d\d)[-:]?(\d\d)/.exec(date ?? '')?.slice(1)
  if (!parts) return null
  const [year, month, day, hours, minutes, seconds] = parts
  return `${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`
}
