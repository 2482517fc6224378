import { checkPass, PassCheck } from '../../../src/data/export/pass-sense.ts'
import {
  newer,
  notARun,
  type RunFile,
  type RunPass,
  runFormat,
  runVersion,
} from '../../../src/data/export/run-file.ts'
import { checkLoad, checkRun, FrameCheck, RecordCheck } from '../../../src/data/export/run-file-sense.ts'
import { loadSchemas, withSample } from '../../../src/data/export/run-file-stream.ts'
import { VoxelwiseError } from '../../../src/engine/base/errors.ts'
import { exportAllowance, parseJson } from '../../../src/engine/base/json.ts'
import {
  CheckError,
  field,
  list,
  number,
  oneOf,
  optional,
  read,
  shape,
} from '../../../src/engine/base/schema.ts'
import { runSchema } from '../../../src/engine/probes/run-schema.ts'
import { frameSchema } from '../../../src/engine/protocol/frame.ts'
import { drawnRegionsSchema } from '../../../src/engine/protocol/probe.ts'
import { passRecordSchema, type RunRecord, recordSchema } from '../../../src/engine/protocol/record.ts'

const whole = shape({
  run: runSchema,
  records: list(recordSchema),
  ...loadSchemas,
  frame: optional(frameSchema),
  regions: optional(drawnRegionsSchema),
})
const passSchema = shape({ run: runSchema, records: list(passRecordSchema) })

/**
 * A run.json that is short enough for one text, read as a whole: what `readRun` must come to, too.
 * @throws VoxelwiseError run-file
 */
export function parseRun(json: string, file: string): RunFile {
  try {
    const value = parseJson(json, exportAllowance())
    read(oneOf([runFormat]), field(value, 'format'), 'format')
    const written = read(number, field(value, 'version'), 'version')
    if (written > runVersion) throw newer(file, written)
    read(oneOf([1, runVersion]), written, 'version')
    const parts = read(whole, value, '')
    checkOwn(parts)
    const own = new Map(parts.records.map(one => [one.sample.index, one]))
    // Files of older versions have none.
    const told = field(value, 'passes')
    const passes = (told === undefined ? [] : read(list(passSchema), told, 'passes')).map(
      ({ run, records }, i) => ({
        run,
        records: records.map((record, j) => {
          const index = typeof record.sample === 'number' ? record.sample : record.sample.index
          return withSample(record, own.get(index), `passes[${i}].records[${j}].sample`)
        }),
      }),
    )
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
