/** What the fields of a run.json are, one by one: types, bounds, spellings. How they go together: `run-file-sense.ts`. */

import {
  boolean,
  type Check,
  CheckError,
  field,
  jsonObject,
  list,
  matching,
  notNegative,
  nullable,
  number,
  oneOf,
  optional,
  shape,
  text,
  textOf,
  whole,
} from '../../engine/base/checks.ts'
import type { ErrorCode, ErrorInfo } from '../../engine/base/errors.ts'
import { errorCodes } from '../../engine/base/errors.ts'
import {
  isJsonArray,
  isJsonObject,
  isNumberText,
  type Json,
  type JsonObject,
} from '../../engine/base/json.ts'
import { logTools, type MeasuredElsewhere } from '../../engine/protocol/elsewhere.ts'
import type { Frame, Prior } from '../../engine/protocol/frame.ts'
import { rules } from '../../engine/protocol/judges/reading.ts'
import type { AnswerKind } from '../../engine/protocol/mapped-fields.ts'
import type {
  Conflict,
  ConflictingAnswer,
  Merged,
  MergedShard,
  Stratum,
} from '../../engine/protocol/merged.ts'
import { corruptions, type Probe, strengths } from '../../engine/protocol/probe.ts'
import type { JudgeReference, ProtocolReference } from '../../engine/protocol/protocol-reference.ts'
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
} from '../../engine/protocol/record.ts'
import { firstProtocol } from '../../engine/protocol/registry.ts'
import type { Agreement, RaceEntry, RunSettings } from '../../engine/protocol/run.ts'
import {
  chatTemplates,
  type DatasetInfo,
  type DatasetReading,
  dtypes,
  type Environment,
  eventLimits,
  firstOrder,
  type Judging,
  type LoggedEvent,
  loggedKinds,
  type ModelInfo,
  mostAtOnce,
  nativeDevices,
  type Order,
  orders,
  type PeoplesRatings,
  pageDevices,
  type Run,
  scorings,
  type Until,
} from '../../engine/protocol/run.ts'
import {
  type BadFile,
  type Finding,
  findingKinds,
  type LoadCounts,
  mappedSkipReasons,
  officialSkipReasons,
  type Sample,
  type Skipped,
} from '../../engine/protocol/sample.ts'
import {
  constraintFindings,
  imageFindings,
  type ServerAbilities,
  type ServerInfo,
  serverKinds,
  thinkingFindings,
} from '../../engine/protocol/server-info.ts'
import { maxShards, type Shard } from '../../engine/protocol/shards.ts'
import { mappingDocument } from '../formats/mapping/check.ts'
import { mappingOrigins } from '../formats/mapping/report.ts'
import type { RunFile, RunPass } from './run-parts.ts'

/** Most characters of a name, a path and a benchmark's own label or id, and of a longer text: beyond them a page freezes. */
const longestName = 1000
const longestPath = 10_000
const longestText = 1_000_000

const name = textOf(longestName)
const path = textOf(longestPath)
const longText = textOf(longestText)
const hash = matching(/^[0-9a-f]{64}$/, 'a SHA-256 of 64 hexadecimal digits')
const runId = matching(
  /^[A-Za-z0-9][\w.-]{0,99}$/,
  'an id of 1 to 100 letters, digits, ".", "_" and "-", a letter or digit first',
)
/** As many samples as a run of this page can have. */
const countOf = whole(0, 100_000_000)
/** As the settings and the command line take them. */
const setting = whole(1, 999_999_999)
const tokens = whole(0, 1_000_000_000)

/** As `Date.toISOString` writes it. */
const isoDate: Check<string> = (value, at) => {
  const read = text(value, at)
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(read) ? Date.parse(read) : Number.NaN
  if (!Number.isNaN(time)) return read
  throw new CheckError(at, 'a date such as 2026-01-02T03:04:05.678Z')
}

/** A code that a later version may have added is no fault of the file. */
const errorCode: Check<ErrorCode> = (value, at) => {
  const found = errorCodes.find(code => code === value)
  if (found) return found
  const isCode = typeof value === 'string' && /^[a-z][a-z-]{0,40}$/.test(value)
  throw new CheckError(
    at,
    isCode
      ? `a code that this version knows; "${value}" may be of a newer Voxelwise`
      : 'the code of an error',
  )
}

const offered = matching(/^(?:[A-Z]|yes|no)$/, 'a letter from A to Z, yes or no')
const sourceKind = oneOf(['bundled', 'directory', 'files', 'served', 'server'])
const skipReason = oneOf([...officialSkipReasons, ...mappedSkipReasons])
const error: Check<ErrorInfo> = shape<ErrorInfo>({
  code: errorCode,
  subject: longText,
  message: longText,
  remedy: longText,
  detail: optional(longText),
})

/** Fields that are shown, sorted and filtered by as they are. */
const labels = ['id', 'task', 'modality', 'parts', 'dataset'] as const

/** The benchmark's own fields: whatever they are, but of a size that a page can show. */
const sampleFields: Check<JsonObject> = (value, at) => {
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

/** An object whose keys are data. */
function byKey<T>(key: Check<string>, item: Check<T>): Check<Readonly<Record<string, T>>> {
  return (value, at) =>
    Object.fromEntries(
      Object.entries(jsonObject(value, at)).map(([one, held]) => [
        key(one, `${at} (a key)`),
        item(held, `${at}.${one}`),
      ]),
    )
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

const sample: Check<Sample> = shape<Sample>({
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

/** A mark that is there or left out. */
const yes: Check<true> = (value, at) => {
  if (value === true) return value
  throw new CheckError(at, 'true, or left out')
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

const imageFile: Check<ImageFile> = shape<ImageFile>({
  sha256: hash,
  size: whole(0, Number.MAX_SAFE_INTEGER),
  modified: nullable(whole(-8.64e15, 8.64e15)),
})

function recordOf(sample: Check<Sample>): Check<RunRecord> {
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

const probeKinds = ['option-order', 'blank-image', 'swapped-image', 'corruption'] as const
const seed = whole(0, 2 ** 32 - 1)
const probe: Check<Probe> = (value, at) => {
  const kind = oneOf(probeKinds)(field(value, 'kind'), `${at}.kind`)
  switch (kind) {
    case 'option-order':
      return shape({ kind: oneOf([kind]), shift: whole(1, 25) })(value, at)
    case 'blank-image':
      return { kind }
    case 'swapped-image':
      return shape({ kind: oneOf([kind]), seed })(value, at)
    case 'corruption': {
      const fields = { corruption: oneOf(corruptions), strength: oneOf(strengths), seed }
      return shape({ kind: oneOf([kind]), ...fields })(value, at)
    }
  }
}

const named = { id: name, version: whole(1, 1_000_000) }

const peoplesRatings: Check<PeoplesRatings> = shape<PeoplesRatings>({
  rubric: shape(named),
  file: path,
  ratings: byKey(path, byKey(name, whole(-1000, 1000))),
})

/** Files of before the protocol had a name follow the only one that there was. */
const protocol: Check<ProtocolReference> = (value, at) =>
  value === undefined
    ? firstProtocol
    : shape<ProtocolReference>({ ...named, judge: optional(shape<JudgeReference>(named)) })(value, at)

/** Files of before orders had names were asked in the only one that there was. */
const order: Check<Order> = (value, at) => (value === undefined ? firstOrder.order : oneOf(orders)(value, at))
const orderSeed: Check<number> = (value, at) => (value === undefined ? firstOrder.seed : seed(value, at))

/** Half an interval's width, or a risk: less than all there is. */
const width: Check<number> = (value, at) => {
  const read = number(value, at)
  if (read > 0 && read < 1) return read
  throw new CheckError(at, `a share between 0 and 1 (it is ${read})`)
}

const until = shape<Until>({
  width: nullable(width),
  everySlice: boolean,
  minutes: nullable(setting),
  against: nullable(runId),
})

const race: Check<RaceEntry> = shape<RaceEntry>({
  id: runId,
  models: whole(2, 1000),
  place: whole(0, 999),
  risk: width,
})

const share: Check<number> = (value, at) => {
  const read = notNegative(value, at)
  if (read <= 1) return read
  throw new CheckError(at, `a share of at most 1 (it is ${read})`)
}

const frame: Check<Frame> = shape<Frame>({
  cells: list(shape({ task: path, modality: path, parts: path, dataset: path })),
  groups: list(countOf),
  cellOf: list(countOf),
  published: optional(list(nullable(share))),
  prior: optional(
    shape<Prior>({ name: textOf(10 * longestName, 1), accuracy: share, right: list(nullable(boolean)) }),
  ),
})

/** As `readMapping` takes one, and as it stands in the file. */
const datasetReading: Check<DatasetReading> = shape<DatasetReading>({
  origin: oneOf(mappingOrigins),
  document: (value, at) => {
    mappingDocument(value, at)
    return jsonObject(value, at)
  },
  split: nullable(name),
})

const loggedEvent = shape<LoggedEvent>({
  time: isoDate,
  copy: nullable(whole(0, 10_000)),
  kind: oneOf(loggedKinds),
  text: textOf(eventLimits.characters),
})

const events: Check<readonly LoggedEvent[]> = (value, at) => {
  const read = list(loggedEvent)(value, at)
  if (read.length <= eventLimits.events) return read
  throw new CheckError(at, `at most ${eventLimits.events} events (it has ${read.length})`)
}

const serverInfo: Check<ServerInfo> = shape<ServerInfo>({
  kind: oneOf(serverKinds),
  version: nullable(name),
  address: path,
  model: name,
  weights: nullable(path),
  quantization: nullable(name),
  context: nullable(tokens),
  template: nullable(hash),
  abilities: shape<ServerAbilities>({
    image: oneOf(imageFindings),
    logprobs: whole(0, 1000),
    constraint: oneOf(constraintFindings),
    thinking: oneOf(thinkingFindings),
    takesThinkingSwitch: boolean,
    repeatsText: boolean,
    repeatsLogprobs: nullable(notNegative),
    cachedTokens: nullable(tokens),
  }),
})

type Checks<T> = { readonly [K in keyof T]-?: Check<T[K]> }

const shard = shape<Shard>({ number: whole(1, maxShards), of: whole(1, maxShards) })

const settingsChecks: Checks<RunSettings> = {
  protocol,
  device: oneOf([...pageDevices, ...nativeDevices, 'server', 'elsewhere']),
  dtype: oneOf([...dtypes, 'server', 'elsewhere']),
  scoring: oneOf(scorings),
  chatTemplate: oneOf(chatTemplates),
  fullText: boolean,
  reusePrefix: boolean,
  keepFeatures: boolean,
  maxNewTokens: setting,
  newTokensByKind: optional(
    shape<Partial<Record<AnswerKind, number>>>({
      choice: optional(setting),
      'yes-no': optional(setting),
      several: optional(setting),
      text: optional(setting),
    }),
  ),
  order,
  seed: orderSeed,
  limit: nullable(setting),
  shard: optional(shard),
  until: optional(until),
  atOnce: optional(whole(1, mostAtOnce)),
  heldToLetter: optional(yes),
  timeout: setting,
}

const datasetChecks: Checks<DatasetInfo> = {
  name,
  source: sourceKind,
  fingerprint: hash,
  counts: shape({
    total: countOf,
    loaded: countOf,
    skipped: shape<LoadCounts['skipped']>({
      missing_image: countOf,
      missing_required_fields: countOf,
      missing_options: countOf,
      missing_answer: optional(countOf),
      answer_not_an_option: optional(countOf),
      unreadable_options: optional(countOf),
      text_only: optional(countOf),
    }),
  }),
  mapping: optional(datasetReading),
}

const modelChecks: Checks<ModelInfo> = {
  name,
  source: sourceKind,
  family: name,
  fingerprint: hash,
  departure: optional(longText),
  agreement: optional(
    shape<Agreement>({ questions: countOf, lettersChanged: countOf, logits: notNegative, reference: path }),
  ),
  server: optional(serverInfo),
  elsewhere: optional(
    shape<MeasuredElsewhere>({
      tool: oneOf(logTools),
      version: nullable(name),
      file: path,
      logged: countOf,
      unmatched: countOf,
      repeats: countOf,
      judged: countOf,
      differ: countOf,
    }),
  ),
}

const machineName = textOf(longestPath)

const merged: Check<Merged> = shape<Merged>({
  identity: hash,
  of: countOf,
  samples: countOf,
  records: countOf,
  sittings: countOf,
  shards: list(
    shape<MergedShard>({
      number: whole(1, maxShards),
      of: whole(1, maxShards),
      records: countOf,
      sittings: countOf,
      asking: notNegative,
      isFinished: boolean,
    }),
  ),
  strata: list(
    shape<Stratum>({
      machine: (value, at) =>
        Object.fromEntries(
          Object.entries(jsonObject(value, at)).map(([key, item]) => [
            key,
            machineName(item, `${at}.${key}`),
          ]),
        ),
      answered: countOf,
      failed: countOf,
      correct: countOf,
    }),
  ),
  canaries: shape({ compared: countOf, differ: countOf }),
  conflicts: list(
    shape<Conflict>({
      index: countOf,
      answers: list(
        shape<ConflictingAnswer>({
          response: nullable(longText),
          correct: boolean,
          strata: list(countOf),
        }),
      ),
    }),
  ),
})

const run: Check<Run> = shape<Run>({
  id: runId,
  name: textOf(10 * longestName, 1),
  created: isoDate,
  state: oneOf(['running', 'paused', 'done', 'failed']),
  total: countOf,
  settings: shape<RunSettings>(settingsChecks),
  dataset: shape<DatasetInfo>(datasetChecks),
  model: shape<ModelInfo>(modelChecks),
  environment: shape<Environment>({
    app: name,
    transformers: name,
    onnxruntime: name,
    userAgent: path,
    threads: whole(1, 10_000),
    copies: optional(whole(1, 10_000)),
    runtime: optional(oneOf(['node'])),
    adapter: nullable(path),
  }),
  timings: shape({ load: notNegative, asking: notNegative }),
  probe: optional(probe),
  judging: optional(
    shape<Judging>({ showsImages: boolean, isHeld: boolean, repeated: list(countOf), times: whole(0, 1000) }),
  ),
  parent: optional(runId),
  people: optional(list(peoplesRatings)),
  race: optional(race),
  error: optional(error),
  events: optional(events),
  imported: optional(isoDate),
  merged: optional(merged),
})

/** @param samples of the run that the pass belongs to, by index */
export function passOf(samples: ReadonlyMap<number, Sample>): Check<RunPass> {
  return shape<RunPass>({ run, records: list(passRecord(index => samples.get(index))) })
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

const loadChecks: Checks<Pick<RunFile, 'skipped' | 'findings' | 'badFiles'>> = {
  skipped: list(
    shape<Skipped>({
      reason: skipReason,
      file: path,
      position: countOf,
      subject: longText,
      fields: sampleFields,
    }),
  ),
  findings: list(
    shape<Finding>({
      kind: oneOf(findingKinds),
      index: nullable(countOf),
      file: path,
      position: countOf,
      subject: longText,
    }),
  ),
  badFiles: list(shape<BadFile>({ file: path, error })),
}

const record = recordOf(sample)

export const runFile: Check<Omit<RunFile, 'passes'>> = shape<Omit<RunFile, 'passes'>>({
  run,
  records: list(record),
  ...loadChecks,
  frame: optional(frame),
})

const { device: _device, shard: _shard, keepFeatures: _keepFeatures, ...sharedSettings } = settingsChecks
const { source: _dataset, ...sharedDataset } = datasetChecks
const { name: modelName, family, fingerprint } = modelChecks

/** Of which files of shards are made (`data/shards`): what is the same on every machine, and what is not. */
export const runFileParts = {
  ...loadChecks,
  run,
  record,
  frame,
  path,
  shard,
  settings: sharedSettings,
  dataset: sharedDataset,
  model: { name: modelName, family, fingerprint },
}
