import { isJsonArray, isJsonObject, isNumberText, type Json, type JsonObject } from '@voxelwise/python'
import { type Lettered, letterAt, withoutMarks } from '../../../data/formats/mapping/letters.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import type { LogTool } from '../../../engine/protocol/elsewhere.ts'

export interface LoggedAnswer {
  /** The benchmark's own ids that it may have, the likeliest first. */
  readonly ids: readonly string[]
  /** Its number, which may be its place in the data set, from 0 or from 1; null where it has none. */
  readonly number: number | null
  /** The prompt, as far as it is logged: it must contain the sample's question. */
  readonly asked: string
  /** The options as the log lists them, by the letters that the model was shown; empty where it lists none. */
  readonly options: Lettered
  /** The right answer as the tool has it: a letter as a rule; null where it has none. */
  readonly target: string | null
  readonly response: string | null
  /** Why there is no answer; absent where there is one. */
  readonly error?: string
  /** The tool's own verdict; null if there is none. */
  readonly correct: boolean | null
}

export interface ToolLog {
  readonly tool: LogTool
  readonly version: string | null
  /** As the log calls it; null where it does not. */
  readonly model: string | null
  /** ISO 8601; null if not logged. */
  readonly created: string | null
  readonly answers: readonly LoggedAnswer[]
  /** Further tries of the same samples. */
  readonly repeats: number
}

/** @param what the missing part, after "it" */
export const badLog = (file: string, what: string, cause?: unknown): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: file,
    message: `This log cannot be opened: it ${what}.`,
    remedy:
      'Choose an Inspect log (.eval, .json), lmms-eval’s …_samples_….jsonl or VLMEvalKit’s predictions (.xlsx, .tsv).',
    cause,
  })

export const objectIn = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})

/** A text, or the texts of a message's parts joined; null if there is neither. */
export function loggedText(value: Json | undefined): string | null {
  if (typeof value === 'string') return value
  if (!isJsonArray(value)) return null
  const texts = value.flatMap(part => loggedText(isJsonObject(part) ? part.text : part) ?? [])
  return texts.length > 0 ? texts.join('') : null
}

/** A list of options under the letters of their places; empty where the value is no list of texts. */
export function listedOptions(value: Json | undefined): Lettered {
  if (!isJsonArray(value) || value.length < 2 || value.length > 26) return []
  const texts = value.map(item => textOrNumber(item))
  if (texts.includes(null)) return []
  return withoutMarks(
    texts.map((text, place) => [letterAt(place) ?? '', text ?? '']),
    'list',
  )
}

/** A number, however it is written; null for anything else. */
export function loggedNumber(value: Json | undefined): number | null {
  if (isNumberText(value)) return Number(value.$number)
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : null
}

export const textOrNumber = (value: Json | undefined): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : (loggedNumber(value)?.toString() ?? null)
