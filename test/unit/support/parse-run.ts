import { checkPass, PassCheck } from '../../../src/data/export/pass-sense.ts'
import { newer, notARun, runFormat, runVersion } from '../../../src/data/export/run-file.ts'
import { checkLoad, checkRun, FrameCheck, RecordCheck } from '../../../src/data/export/run-file-sense.ts'
import { passRecord } from '../../../src/data/export/run-file-shape/record.ts'
import { runFileParts } from '../../../src/data/export/run-file-shape/run.ts'
import type { RunFile, RunPass } from '../../../src/data/export/run-parts.ts'
import { CheckError, field, list, number, oneOf, optional, shape } from '../../../src/engine/base/checks.ts'
import { VoxelwiseError } from '../../../src/engine/base/errors.ts'
import { exportAllowance, parseJson } from '../../../src/engine/base/json.ts'
import type { RunRecord } from '../../../src/engine/protocol/record.ts'

const { run, record, skipped, findings, badFiles, frame } = runFileParts
const whole = shape<Omit<RunFile, 'passes'>>({
  run,
  records: list(record),
  skipped,
  findings,
  badFiles,
  frame: optional(frame),
})

/**
 * A run.json that is short enough for one text, read as a whole: what `readRun` must come to, too.
 * @throws VoxelwiseError run-file
 */
export function parseRun(json: string, file: string): RunFile {
  try {
    const value = parseJson(json, exportAllowance())
    oneOf([runFormat])(field(value, 'format'), 'format')
    const written = number(field(value, 'version'), 'version')
    if (written > runVersion) throw newer(file, written)
    oneOf([1, runVersion])(written, 'version')
    const parts = whole(value, '')
    checkOwn(parts)
    const own = new Map(parts.records.map(one => [one.sample.index, one]))
    const pass = shape<RunPass>({ run, records: list(passRecord(index => own.get(index)?.sample)) })
    // Files of older versions have none.
    const passes = optional(list(pass))(field(value, 'passes'), 'passes') ?? []
    checkPasses({ ...parts, passes }, own)
    return { ...parts, passes }
  } catch (error) {
    throw error instanceof VoxelwiseError ? error : notARun(file, error)
  }
}

function checkOwn(parts: Omit<RunFile, 'passes'>): void {
  checkRun(parts.run, 'run')
  checkRecords(parts, '')
  checkLoad(parts)
  const check = parts.frame && new FrameCheck(parts.frame, parts.run)
  for (const { sample } of parts.records) check?.take(sample)
}

function checkPasses({ run, passes }: RunFile, own: ReadonlyMap<number, RunRecord>): void {
  if ((run.probe || run.judging) && passes.length > 0)
    throw new CheckError('passes', 'empty: this run is a pass itself')
  const ids = new Set([run.id])
  for (const [i, pass] of passes.entries()) {
    const at = `passes[${i}]`
    checkPass(pass.run, run, at)
    if (ids.has(pass.run.id)) throw new CheckError(`${at}.run.id`, 'an id of its own')
    ids.add(pass.run.id)
    checkRecords(pass, `${at}.`)
    const check = new PassCheck(pass.run, run)
    for (const [j, { sample }] of pass.records.entries())
      check.take(sample, own.get(check.ownIndex(sample.index)), `${at}.records[${j}].sample`)
  }
}

function checkRecords({ run, records }: RunPass, before: string): void {
  const check = new RecordCheck(run, before)
  for (const record of records) check.take(record)
  check.end()
}
