/**
 * `run.json`: a whole run in one file that can be opened again: what was asked, of which model, every record,
 * what of the data set was skipped or odd, and its extra passes. One record a line, so that it can be read by eye
 * and by `grep`; a pass's record names its sample by its index where the run itself has a record of it.
 */
import type { ErrorInfo } from '../../engine/errors.ts'
import { errorCodes, VoxelwiseError } from '../../engine/errors.ts'
import { exportAllowance, type Json, parseJson, stringifyJson } from '../../engine/json.ts'
import { corruptions, type Probe, strengths } from '../../engine/probes/probe.ts'
import {
  type AnsweredRecord,
  type FailedRecord,
  type RunRecord,
  type Score,
  stops,
} from '../../engine/record.ts'
import {
  chatTemplates,
  dtypes,
  type Environment,
  type ModelInfo,
  type Run,
  scorings,
} from '../../engine/run.ts'
import {
  type BadFile,
  type Finding,
  findingKinds,
  letters,
  type Sample,
  type Skipped,
} from '../../engine/sample.ts'
import {
  boolean,
  type Check,
  CheckError,
  field,
  jsonObject,
  list,
  nullable,
  number,
  oneOf,
  optional,
  shape,
  text,
} from '../checks.ts'

/** An extra pass over the samples of a run: a run of its own, with what it changed. */
export interface RunPass {
  readonly run: Run
  readonly records: readonly RunRecord[]
}

export interface RunFile {
  readonly run: Run
  readonly records: readonly RunRecord[]
  readonly skipped: readonly Skipped[]
  readonly findings: readonly Finding[]
  readonly badFiles: readonly BadFile[]
  readonly passes: readonly RunPass[]
}

const format = 'voxelwise-run'
const version = 1

export interface RunFileHead {
  readonly run: Run
  readonly records: Iterable<RunRecord>
  readonly skipped?: Iterable<Skipped>
  readonly findings?: Iterable<Finding>
  readonly badFiles?: Iterable<BadFile>
}

export interface RunFileParts extends RunFileHead {
  readonly passes?: Iterable<RunPass>
}

/** The parts of the file, to be written one after the other (`new Blob([...parts])`). */
export function* serializeRun({ passes = [], ...head }: RunFileParts): Generator<string> {
  yield* serializeHead(head)
  const samples = new Set(Array.from(head.records, ({ sample }) => sample.index))
  let before = ''
  for (const pass of passes) {
    yield before
    yield* serializePass(pass, samples)
    before = ','
  }
  yield runFileEnd
}

/** The file up to where its passes begin; with `serializePass`, a comma between two, and `runFileEnd`, all of it. */
export function* serializeHead({
  run,
  records,
  skipped,
  findings,
  badFiles,
}: RunFileHead): Generator<string> {
  yield `{"format":${JSON.stringify(format)},"version":${version},\n"run":${line(run)}`
  yield* section('skipped', skipped ?? [])
  yield* section('findings', findings ?? [])
  yield* section('badFiles', badFiles ?? [])
  yield* section('records', records)
  yield ',\n"passes":['
}

/** @param samples indices that the run itself has records of */
export function* serializePass({ run, records }: RunPass, samples: ReadonlySet<number>): Generator<string> {
  yield `\n{"run":${line(run)}`
  yield* section(
    'records',
    records.map(record =>
      samples.has(record.sample.index) ? { ...record, sample: record.sample.index } : record,
    ),
  )
  yield '}'
}

export const runFileEnd = ']}\n'

function* section(name: string, items: Iterable<object>): Generator<string> {
  yield `,\n${JSON.stringify(name)}:[`
  let before = '\n'
  for (const item of items) {
    yield before + line(item)
    before = ',\n'
  }
  yield ']'
}

/** Our types are plain data; only TypeScript does not see that an interface is a JSON object. */
const line = (value: object) => stringifyJson(value as Json & object)

/** @throws VoxelwiseError run-file, naming the file and the field at fault */
export function parseRun(json: string, file: string): RunFile {
  try {
    const value = parseJson(json, exportAllowance())
    oneOf([format])(field(value, 'format'), 'format')
    oneOf([version])(field(value, 'version'), 'version')
    const whole = runFile(value, '')
    const samples = new Map(whole.records.map(record => [record.sample.index, record.sample]))
    // Files of older versions have none.
    return { ...whole, passes: optional(list(passOf(samples)))(field(value, 'passes'), 'passes') ?? [] }
  } catch (error) {
    const at = error instanceof CheckError ? `: ${error.at}` : ''
    throw new VoxelwiseError({
      code: 'run-file',
      subject: file + at,
      message: `The file is not a run of Voxelwise. ${error instanceof Error ? error.message : String(error)}`,
      remedy: 'Choose a run.json that this or an older version of Voxelwise exported.',
      cause: error,
    })
  }
}

const letterOrNone = oneOf(['', ...letters])
const sourceKind = oneOf(['bundled', 'directory', 'files', 'served'])
const skipReason = oneOf(['missing_required_fields', 'missing_options', 'missing_image'])
const error: Check<ErrorInfo> = shape({ code: oneOf(errorCodes), subject: text, message: text, remedy: text })
const sample: Check<Sample> = shape({ index: number, fields: jsonObject, image: nullable(text), file: text })

const score: Check<Score> = shape<Score>({
  text,
  tokens: shape({ prompt: number, image: number, reused: number, generated: number }),
  stop: oneOf(stops),
  choices: optional(list(shape({ letter: oneOf(letters), logprob: number }))),
  timings: shape({ encode: number, prefix: number, prefill: number, decode: number }),
})

function recordOf(sample: Check<Sample>): Check<RunRecord> {
  const base = { run: text, sample, prompt: text, shownImage: optional(text), rightLetter: letterOrNone }
  const answered = shape<AnsweredRecord>({
    ...base,
    status: oneOf(['answered']),
    response: nullable(text),
    letter: letterOrNone,
    correct: boolean,
    score: optional(score),
  })
  const failed = shape<FailedRecord>({ ...base, status: oneOf(['failed']), error })
  return (value, at) =>
    oneOf(['answered', 'failed'])(field(value, 'status'), `${at}.status`) === 'answered'
      ? answered(value, at)
      : failed(value, at)
}

const probeKinds = ['option-order', 'blank-image', 'swapped-image', 'corruption'] as const
const probe: Check<Probe> = (value, at) => {
  const kind = oneOf(probeKinds)(field(value, 'kind'), `${at}.kind`)
  switch (kind) {
    case 'option-order':
      return shape({ kind: oneOf([kind]), shift: number })(value, at)
    case 'blank-image':
      return { kind }
    case 'swapped-image':
      return shape({ kind: oneOf([kind]), seed: number })(value, at)
    case 'corruption': {
      const fields = { corruption: oneOf(corruptions), strength: oneOf(strengths), seed: number }
      return shape({ kind: oneOf([kind]), ...fields })(value, at)
    }
  }
}

const run: Check<Run> = shape<Run>({
  id: text,
  name: text,
  created: text,
  state: oneOf(['running', 'paused', 'done', 'failed']),
  total: number,
  settings: shape({
    device: oneOf(['webgpu', 'wasm']),
    dtype: oneOf(dtypes),
    scoring: oneOf(scorings),
    chatTemplate: oneOf(chatTemplates),
    fullText: boolean,
    reusePrefix: boolean,
    keepFeatures: boolean,
    maxNewTokens: number,
    limit: nullable(number),
    timeout: number,
  }),
  dataset: shape({
    name: text,
    source: sourceKind,
    fingerprint: text,
    counts: shape({
      total: number,
      loaded: number,
      skipped: shape({ missing_image: number, missing_required_fields: number, missing_options: number }),
    }),
  }),
  model: shape<ModelInfo>({
    name: text,
    source: sourceKind,
    family: text,
    fingerprint: text,
    departure: optional(text),
  }),
  environment: shape<Environment>({
    app: text,
    transformers: text,
    onnxruntime: text,
    userAgent: text,
    threads: number,
    copies: optional(number),
    adapter: nullable(text),
  }),
  timings: shape({ load: number, asking: number }),
  probe: optional(probe),
  parent: optional(text),
  error: optional(error),
})

/** @param samples of the run that the pass belongs to, by index */
function passOf(samples: ReadonlyMap<number, Sample>): Check<RunPass> {
  const record = recordOf((value, at) => {
    const known = typeof value === 'number' ? samples.get(value) : undefined
    if (typeof value === 'number' && !known) throw new CheckError(at, 'the index of a sample of the run')
    return known ?? sample(value, at)
  })
  const pass = shape<RunPass>({ run, records: list(record) })
  return (value, at) => {
    const read = pass(value, at)
    if (!read.run.probe) throw new CheckError(`${at}.run.probe`, 'what the pass changes')
    return read
  }
}

const runFile: Check<Omit<RunFile, 'passes'>> = shape<Omit<RunFile, 'passes'>>({
  run,
  records: list(recordOf(sample)),
  skipped: list(
    shape<Skipped>({ reason: skipReason, file: text, position: number, subject: text, fields: jsonObject }),
  ),
  findings: list(
    shape<Finding>({
      kind: oneOf(findingKinds),
      index: nullable(number),
      file: text,
      position: number,
      subject: text,
    }),
  ),
  badFiles: list(shape<BadFile>({ file: text, error })),
})
