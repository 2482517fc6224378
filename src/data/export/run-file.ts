/**
 * `run.json`: a whole run in one file that can be opened again: what was asked, of which model, every record,
 * what of the data set was skipped or odd, and its extra passes. One record a line, so that it can be read by eye
 * and by `grep`; a pass's record names its sample by its index where the run itself has a record of it. Where not all was
 * asked, `estimate` says what the answers say of the whole; it is worked out of the records, and not read.
 */

import { partJson } from '../../engine/analysis/asked-part.ts'
import type { ResultRow } from '../../engine/analysis/result-row.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { type Json, stringifyJson } from '../../engine/base/json.ts'
import { subjectOf } from '../../engine/base/schema.ts'
import type { Frame } from '../../engine/protocol/frame.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { BadFile, Finding, Skipped } from '../../engine/protocol/sample.ts'
import type { RunPass } from './run-parts.ts'

export const runFormat = 'voxelwise-run'
/** 1 had letters for answers: `letter`, `rightLetter`. */
export const runVersion = 2

/** What stands before the records. */
export interface RunFileStart {
  readonly run: Run
  readonly skipped?: Iterable<Skipped>
  readonly findings?: Iterable<Finding>
  readonly badFiles?: Iterable<BadFile>
  readonly frame?: Frame
}

export interface RunFileHead extends RunFileStart {
  readonly records: Iterable<RunRecord>
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
export function* serializeHead({ records, ...start }: RunFileHead): Generator<string> {
  yield* serializeStart(start)
  const own = new RecordLines(null, true)
  yield* own.lines(records)
  yield serializeRecordsEnd(start, own.told)
}

/** The file up to where its records begin; they end with `serializeRecordsEnd`. */
export function* serializeStart({
  run,
  skipped,
  findings,
  badFiles,
  frame,
}: RunFileStart): Generator<string> {
  yield `{"format":${JSON.stringify(runFormat)},"version":${runVersion},\n"run":${runLine(run)}`
  yield* section('skipped', skipped ?? [])
  yield* section('findings', findings ?? [])
  yield* section('badFiles', badFiles ?? [])
  if (frame) yield `,\n"frame":${line(frame)}`
  yield recordsBegin
}

type Told = Pick<ResultRow, 'index' | 'verdict'>

/** Records of one run, some at a time: a large run need not be held as a whole. */
export class RecordLines {
  /** What became of each, where that is asked for. */
  readonly told: Told[] = []
  #before = '\n'
  readonly #samples: ReadonlySet<number> | null
  readonly #tells: boolean

  /**
   * @param samples of a pass: indices that the run itself has records of, which are named instead of told again
   * @param tells whether what became of each is to be told at the end
   */
  constructor(samples: ReadonlySet<number> | null = null, tells = false) {
    this.#samples = samples
    this.#tells = tells
  }

  *lines(records: Iterable<RunRecord>): Generator<string> {
    for (const record of records) {
      const { index } = record.sample
      if (this.#tells) this.told.push({ index, verdict: verdictOf(record) })
      yield this.#before + line(this.#samples?.has(index) ? { ...record, sample: index } : record)
      this.#before = ',\n'
    }
  }
}

const recordsBegin = ',\n"records":['
/** From the last record to the first pass, without an estimate. */
export const recordsEnd = '],\n"passes":['

const verdictOf = (record: RunRecord): Told['verdict'] =>
  record.status === 'failed' ? 'failed' : record.correct ? 'correct' : 'wrong'

/**
 * From the last record to the first pass.
 * @param told what became of each record; where all was asked, it may be left empty
 */
export function serializeRecordsEnd({ run, frame }: RunFileStart, told: readonly Told[]): string {
  const estimate = run.judging ? undefined : partJson(told, run, frame)
  return estimate ? `],\n"estimate":${stringifyJson(estimate)}${recordsEnd.slice(1)}` : recordsEnd
}

/** @param samples indices that the run itself has records of */
export function* serializePass({ run, records }: RunPass, samples: ReadonlySet<number>): Generator<string> {
  yield serializePassStart(run)
  yield* passLines(run, samples).lines(records)
  yield passEnd
}

/** A pass up to where its records begin; they end with `passEnd`. */
export const serializePassStart = (run: Run): string => `\n{"run":${runLine(run)}${recordsBegin}`
export const passEnd = ']}'

/** A judge's samples are its own: they hold the answer that is rated. */
export const passLines = (run: Run, samples: ReadonlySet<number>): RecordLines =>
  new RecordLines(run.judging ? null : samples)

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

/** Without when this browser took it in, so that a file that was imported is exported as it was. */
const runLine = ({ imported: _, ...run }: Run) => line(run)

/** Our types are plain data; only TypeScript does not see that an interface is a JSON object. */
const line = (value: object) => stringifyJson(value as Json & object)

/** @param cause where it is a CheckError, the field at fault is named too */
export function notARun(file: string, cause: unknown): VoxelwiseError {
  return new VoxelwiseError({
    code: 'run-file',
    subject: subjectOf(file, cause),
    message: `The file is not a run of Voxelwise. ${cause instanceof Error ? cause.message : String(cause)}`,
    remedy: 'Choose a run.json as this or an older version of Voxelwise exported it, or export it again.',
    cause,
  })
}

export const newer = (file: string, written: number): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: `${file}: version`,
    message: `The file was made by a newer Voxelwise: its version is ${written}, and this one reads ${runVersion}.`,
    remedy: 'Open it in that version, or update this one.',
  })
