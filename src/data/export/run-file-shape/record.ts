import {
  boolean,
  type Check,
  CheckError,
  field,
  jsonObject,
  list,
  notNegative,
  nullable,
  number,
  oneOf,
  optional,
  shape,
  whole,
} from '../../../engine/base/checks.ts'
import {
  isJsonArray,
  isJsonObject,
  isNumberText,
  type Json,
  type JsonObject,
} from '../../../engine/base/json.ts'
import { rules } from '../../../engine/protocol/reading.ts'
import {
  type AnsweredRecord,
  type Choice,
  type FailedRecord,
  heldFindings,
  type ImageFile,
  type ModelOutput,
  type RunRecord,
  type ServerSaid,
  stops,
} from '../../../engine/protocol/record.ts'
import type { Sample } from '../../../engine/protocol/sample.ts'
import {
  type Display,
  displays,
  type Window,
  windowFunctions,
} from '../../../engine/protocol/window-policy.ts'
import {
  countOf,
  error,
  hash,
  longestPath,
  longestText,
  longText,
  name,
  offered,
  path,
  runId,
  tokens,
  yes,
} from './values.ts'

/** Fields that are shown, sorted and filtered by as they are. */
const labels = ['id', 'task', 'modality', 'parts', 'dataset'] as const

/** The benchmark's own fields: whatever they are, but of a size that a page can show. */
export const sampleFields: Check<JsonObject> = (value, at) => {
  const fields = jsonObject(value, at)
  for (const label of labels) {
    const size = Object.hasOwn(fields, label) ? sizeOf(fields[label] ?? null) : 0
    if (size > longestPath)
      throw new CheckError(`${at}.${label}`, `at most ${longestPath} characters (it has ${size})`)
  }
  const size = sizeOf(fields)
  if (size > longestText)
    throw new CheckError(at, `at most ${longestText} characters in all (it has ${size})`)
  return fields
}

/** Characters of a value's texts and keys; anything else counts for one. */
function sizeOf(value: Json): number {
  if (typeof value === 'string') return value.length
  if (isNumberText(value)) return value.$number.length
  if (isJsonArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item), 1)
  if (!isJsonObject(value)) return 1
  return Object.entries(value).reduce((sum, [key, item]) => sum + key.length + sizeOf(item), 1)
}

/** Images of one question: more than any model's context would hold. */
const maxImages = 1000

/** At least one: where there is none the field is left out. */
function someOf<T>(item: Check<T>): Check<readonly T[]> {
  const all = list(item)
  return (value, at) => {
    const read = all(value, at)
    if (read.length > 0 && read.length <= maxImages) return read
    throw new CheckError(at, `1 to ${maxImages} of them, or left out`)
  }
}

export const sample: Check<Sample> = shape<Sample>({
  index: countOf,
  fields: sampleFields,
  image: nullable(path),
  furtherImages: optional(someOf(path)),
  file: path,
})

/** A letter that no token spells has no probability at all. */
const logprob: Check<number> = (value, at) => {
  if (isNumberText(value) && value.$number === '-Infinity') return Number.NEGATIVE_INFINITY
  const read = number(value, at)
  // A sum of many exponentials is right to about this.
  if (read <= 1e-9) return read
  throw new CheckError(at, `the logarithm of a probability: 0 or less (it is ${read})`)
}

const score: Check<ModelOutput> = shape<ModelOutput>({
  text: longText,
  tokens: shape({ prompt: tokens, image: tokens, reused: tokens, generated: tokens }),
  stop: oneOf(stops),
  choices: optional(list(shape<Choice>({ letter: offered, logprob, isBound: optional(yes) }))),
  timings: shape({ encode: notNegative, prefix: notNegative, prefill: notNegative, decode: notNegative }),
  server: optional(
    shape<ServerSaid>({
      finish: name,
      tries: whole(1, 1000),
      thoughts: optional(countOf),
      thinkingTokens: optional(tokens),
      held: optional(oneOf(heldFindings)),
      reencoded: optional(countOf),
    }),
  ),
})

const range: Check<readonly [number, number]> = (value, at) => {
  const [low, high, ...rest] = list(number)(value, at)
  if (low === undefined || high === undefined || rest.length > 0) throw new CheckError(at, 'two numbers')
  return [low, high]
}

const display: Check<Display> = shape<Display>({
  used: oneOf(displays),
  window: optional(shape<Window>({ centre: number, width: number, function: oneOf(windowFunctions) })),
  range: optional(range),
  fallback: optional(yes),
})

const imageFile: Check<ImageFile> = shape<ImageFile>({
  sha256: hash,
  size: whole(0, Number.MAX_SAFE_INTEGER),
  modified: nullable(whole(-8.64e15, 8.64e15)),
  display: optional(display),
})

export function recordOf(sample: Check<Sample>): Check<RunRecord> {
  const base = {
    run: runId,
    sample,
    prompt: longText,
    shownImage: optional(path),
    furtherShownImages: optional(someOf(path)),
    imageFile: optional(imageFile),
    furtherImageFiles: optional(someOf(imageFile)),
    rightAnswer: longText,
  }
  const answered = shape<AnsweredRecord>({
    ...base,
    status: oneOf(['answered']),
    response: nullable(longText),
    parsed: longText,
    rule: optional(oneOf(rules)),
    unparsed: optional(longText),
    correct: boolean,
    score: optional(score),
  })
  const failed = shape<FailedRecord>({ ...base, status: oneOf(['failed']), error })
  return (read, at) => {
    const value = isJsonObject(read) ? withNamesOfToday(read) : read
    return oneOf(['answered', 'failed'])(field(value, 'status'), `${at}.status`) === 'answered'
      ? answered(value, at)
      : failed(value, at)
  }
}

/** Files of version 1 call by `letter` and `rightLetter` what now may be more than a letter. */
function withNamesOfToday({ letter, rightLetter, ...rest }: JsonObject): JsonObject {
  return {
    ...(rightLetter !== undefined && { rightAnswer: rightLetter }),
    ...(letter !== undefined && { parsed: letter }),
    ...rest,
  }
}

/** A record of a pass, which names a sample that the run itself has a record of by its index. */
export function passRecord(sampleOf: (index: number) => Sample | undefined): Check<RunRecord> {
  return recordOf((value, at) => {
    const known = typeof value === 'number' ? sampleOf(value) : undefined
    if (typeof value === 'number' && !known) throw new CheckError(at, 'the index of a sample of the run')
    return known ?? sample(value, at)
  })
}

/** Of which sample a record of a pass is, as far as it can be told before it is checked. */
export function sampleIndexIn(record: Json): number | null {
  const told = field(record, 'sample')
  const index = typeof told === 'number' ? told : field(told, 'index')
  return typeof index === 'number' ? index : null
}
