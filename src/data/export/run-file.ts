import type { RunLoad, SamplingFrame } from '../../engine/protocol/frame.ts'
import type { DrawnRegion } from '../../engine/protocol/probe.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { BadFile, Finding, Skipped } from '../../engine/protocol/sample.ts'

/**
 * `run.json`: a complete run in one file that can be opened again: questions, model, every record, skipped samples and
 * oddities of the data set, and extra passes. It has one record per line, for reading and for `grep`. A record of a
 * pass refers to its sample by index if the run itself has a record of it. In an unfinished run, `estimate` contains
 * the estimates for the whole; `regions` has those drawn on the images; with passes on the images, `audit` whether the model uses them, and `occlusion` what its answers
 * depend on in them. All are computed from the records, and ignored when reading.
 */

import { type JsonObject, jsonLine, stringifyJson } from '@voxelwise/python'
import { partJson } from '../../engine/analysis/asked-part.ts'
import type { ResultRow } from '../../engine/analysis/result-row.ts'
import { errorMessage, VoxelwiseError } from '../../engine/base/errors.ts'
import { faultSubject } from '../../engine/base/schema.ts'

export const runFormat = 'voxelwise-run'
/** 1 had letters for answers: `letter`, `rightLetter`. */
export const runVersion = 2

interface RunFileStart {
  readonly run: Run
  readonly skipped?: Iterable<Skipped>
  readonly findings?: Iterable<Finding>
  readonly badFiles?: Iterable<BadFile>
  readonly frame?: SamplingFrame
  /** Drawn on the images of the data set. */
  readonly regions?: readonly DrawnRegion[]
}

export interface RunFileParts extends RunFileStart {
  readonly records: Iterable<RunRecord>
  readonly passes?: Iterable<RunPass>
}

/** The parts of the file, to be written in sequence (`new Blob([...parts])`). */
export function* serializeRun({ passes = [], ...head }: RunFileParts): Generator<string> {
  yield* serializeHead(head)
  const samples = new Set(Array.from(head.records, ({ sample }) => sample.index))
  let before = ''
  for (const { run, records } of passes) {
    yield before + serializePassStart(run)
    yield* passLines(run, samples).lines(records)
    yield passEnd
    before = ','
  }
  yield serializeEnd()
}

/** The file up to where its passes begin; with passes, a comma between two, and `serializeEnd`, all of it. */
export function* serializeHead({ records, ...start }: Omit<RunFileParts, 'passes'>): Generator<string> {
  yield* serializeStart(start)
  const recordLines = new RecordLines(null, true)
  yield* recordLines.lines(records)
  yield serializeRecordsEnd(start, recordLines.verdicts)
}

/** The file up to where its records begin; they end with `serializeRecordsEnd`. */
export function* serializeStart({
  run,
  skipped,
  findings,
  badFiles,
  frame,
  regions = [],
}: RunFileStart): Generator<string> {
  yield `{"format":${JSON.stringify(runFormat)},"version":${runVersion},\n"run":${runLine(run)}`
  yield* section('skipped', skipped ?? [])
  yield* section('findings', findings ?? [])
  yield* section('badFiles', badFiles ?? [])
  if (frame) yield `,\n"frame":${jsonLine(frame)}`
  if (regions.length > 0) yield `,\n"regions":${jsonLine(regions)}`
  yield recordsBegin
}

type AskedVerdict = Pick<ResultRow, 'index' | 'verdict'>

/** Records of one run, in portions: a large run need not be in memory. */
export class RecordLines {
  readonly verdicts: AskedVerdict[] = []
  #before = '\n'
  readonly #samples: ReadonlySet<number> | null
  readonly #collects: boolean

  /** @param samples for a pass: those of the run, which are only referenced @param collects the verdicts */
  constructor(samples: ReadonlySet<number> | null, collects = false) {
    this.#samples = samples
    this.#collects = collects
  }

  *lines(records: Iterable<RunRecord>): Generator<string> {
    for (const record of records) {
      const { index } = record.sample
      if (this.#collects) this.verdicts.push({ index, verdict: recordVerdict(record) })
      yield this.#before + jsonLine(this.#samples?.has(index) ? { ...record, sample: index } : record)
      this.#before = ',\n'
    }
  }
}

const recordsBegin = ',\n"records":['
/** From the last record to the first pass, without an estimate. */
const recordsEnd = '],\n"passes":['

const recordVerdict = (record: RunRecord): AskedVerdict['verdict'] =>
  record.status === 'failed' ? 'failed' : record.correct ? 'correct' : 'wrong'

/** From the last record to the first pass. @param verdicts of each record; may be empty if every question was asked */
export function serializeRecordsEnd({ run, frame }: RunFileStart, verdicts: readonly AskedVerdict[]): string {
  const estimate = run.judging ? undefined : partJson(verdicts, run, frame)
  return estimate ? `],\n"estimate":${stringifyJson(estimate)}${recordsEnd.slice(1)}` : recordsEnd
}

/** A pass up to where its records begin; they end with `passEnd`. */
export const serializePassStart = (run: Run): string => `\n{"run":${runLine(run)}${recordsBegin}`
export const passEnd = ']}'

/** A judge's samples are its own: they contain the answer to rate. */
export const passLines = (run: Run, samples: ReadonlySet<number>): RecordLines =>
  new RecordLines(run.judging ? null : samples)

/** @param findings what its passes show, by name (`findingsJson`) */
export const serializeEnd = (findings: JsonObject = {}): string =>
  [
    ']',
    ...Object.entries(findings).map(([name, value]) => `,\n${JSON.stringify(name)}:${stringifyJson(value)}`),
    '}\n',
  ].join('')

/** A list of a file, an item a line. */
export function* section(name: string, items: Iterable<object>): Generator<string> {
  yield `,\n${JSON.stringify(name)}:[`
  let before = '\n'
  for (const item of items) {
    yield before + jsonLine(item)
    before = ',\n'
  }
  yield ']'
}

/** Without when this browser took it in, so that a file that was imported is exported as it was. */
const runLine = ({ imported: _, ...run }: Run) => jsonLine(run)

/** @param cause if it is a CheckError, the message names the field at fault */
export function notARun(file: string, cause: unknown): VoxelwiseError {
  return new VoxelwiseError({
    code: 'run-file',
    subject: faultSubject(file, cause),
    message: `The file is not a run of Voxelwise. ${errorMessage(cause)}`,
    remedy: 'Choose a run.json as this or an older version of Voxelwise exported it, or export it again.',
    cause,
  })
}

export const newer = (file: string, written: number): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: `${file}: version`,
    message: `The file was made by a newer Voxelwise: its version is ${written}; this one reads up to ${runVersion}.`,
    remedy: 'Open it in that version, or update this one.',
  })

/** An extra pass over the samples of a run: a separate run, with its change. */
export interface RunPass {
  readonly run: Run
  readonly records: readonly RunRecord[]
}

/** Files of runs that asked all have no sampling frame. */
export interface RunFile extends RunPass, RunLoad {
  /** Drawn on the images of the data set; absent where none was. */
  readonly regions?: readonly DrawnRegion[]
  readonly passes: readonly RunPass[]
}
