/**
 * `run.json`: a whole run in one file that can be opened again: what was asked, of which model, every record,
 * what of the data set was skipped or odd, and its extra passes. One record a line, so that it can be read by eye
 * and by `grep`; a pass's record names its sample by its index where the run itself has a record of it. Where not all was
 * asked, `estimate` says what the answers say of the whole; it is worked out of the records, and not read.
 */

import { partJson } from '../../engine/analysis/asked-part.ts'
import type { ResultRow } from '../../engine/analysis/rows.ts'
import { field, list, number, oneOf, optional, subjectOf } from '../../engine/base/checks.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { exportAllowance, type Json, parseJson, stringifyJson } from '../../engine/base/json.ts'
import type { Frame } from '../../engine/protocol/frame.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { BadFile, Finding, Skipped } from '../../engine/protocol/sample.ts'
import { checkPasses, checkWhole } from './run-file-sense.ts'
import { passOf, runFile } from './run-file-shape.ts'
import type { RunFile, RunPass } from './run-parts.ts'

const format = 'voxelwise-run'
/** 1 had letters for answers: `letter`, `rightLetter`. */
const version = 2

export interface RunFileHead {
  readonly run: Run
  readonly records: Iterable<RunRecord>
  readonly skipped?: Iterable<Skipped>
  readonly findings?: Iterable<Finding>
  readonly badFiles?: Iterable<BadFile>
  readonly frame?: Frame
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
  frame,
}: RunFileHead): Generator<string> {
  yield `{"format":${JSON.stringify(format)},"version":${version},\n"run":${runLine(run)}`
  yield* section('skipped', skipped ?? [])
  yield* section('findings', findings ?? [])
  yield* section('badFiles', badFiles ?? [])
  if (frame) yield `,\n"frame":${line(frame)}`
  const told: Pick<ResultRow, 'index' | 'verdict'>[] = []
  yield* section('records', seen(records, told))
  const estimate = run.judging ? undefined : partJson(told, run, frame)
  if (estimate) yield `,\n"estimate":${stringifyJson(estimate)}`
  yield ',\n"passes":['
}

/** The records, of which there may be too many to be held, as they are; what became of each is told. */
function* seen(
  records: Iterable<RunRecord>,
  told: Pick<ResultRow, 'index' | 'verdict'>[],
): Generator<RunRecord> {
  for (const record of records) {
    const verdict = record.status === 'failed' ? 'failed' : record.correct ? 'correct' : 'wrong'
    told.push({ index: record.sample.index, verdict })
    yield record
  }
}

/**
 * A judge's samples are its own: they hold the answer that is rated.
 * @param samples indices that the run itself has records of
 */
export function* serializePass({ run, records }: RunPass, samples: ReadonlySet<number>): Generator<string> {
  yield `\n{"run":${runLine(run)}`
  yield* section(
    'records',
    records.map(record =>
      !run.judging && samples.has(record.sample.index) ? { ...record, sample: record.sample.index } : record,
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

/** Without when this browser took it in, so that a file that was imported is exported as it was. */
const runLine = ({ imported: _, ...run }: Run) => line(run)

/** Our types are plain data; only TypeScript does not see that an interface is a JSON object. */
const line = (value: object) => stringifyJson(value as Json & object)

/**
 * Reads a run back. Not only types are checked: a file whose fields contradict each other is refused.
 * @throws VoxelwiseError run-file, naming the file and the field at fault
 */
export function parseRun(json: string, file: string): RunFile {
  try {
    const value = parseJson(json, exportAllowance())
    oneOf([format])(field(value, 'format'), 'format')
    const written = number(field(value, 'version'), 'version')
    if (written > version) throw newer(file, written)
    oneOf([1, version])(written, 'version')
    const whole = runFile(value, '')
    checkWhole(whole)
    const samples = new Map(whole.records.map(record => [record.sample.index, record.sample]))
    // Files of older versions have none.
    const passes = optional(list(passOf(samples)))(field(value, 'passes'), 'passes') ?? []
    checkPasses({ ...whole, passes })
    return { ...whole, passes }
  } catch (error) {
    if (error instanceof VoxelwiseError) throw error
    throw new VoxelwiseError({
      code: 'run-file',
      subject: subjectOf(file, error),
      message: `The file is not a run of Voxelwise. ${error instanceof Error ? error.message : String(error)}`,
      remedy: 'Choose a run.json as this or an older version of Voxelwise exported it, or export it again.',
      cause: error,
    })
  }
}

const newer = (file: string, written: number): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: `${file}: version`,
    message: `The file was made by a newer Voxelwise: its version is ${written}, and this one reads ${version}.`,
    remedy: 'Open it in that version, or update this one.',
  })

/** @throws VoxelwiseError run-file where it cannot be read, or is longer than a text of this browser can be */
export async function readRunText(file: File): Promise<string> {
  try {
    return await file.text()
  } catch (cause) {
    throw new VoxelwiseError({
      code: 'run-file',
      subject: file.name,
      message: `The file of ${Math.ceil(file.size / 1e6)} MB could not be read: it changed, or is too long for this browser.`,
      remedy: 'Choose it again; a file of more than 500 MB is more than most browsers take.',
      cause,
    })
  }
}
