import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { parseRun } from './run-file.ts'
import type { RunFile, RunPass } from './run-parts.ts'

/**
 * A run.json ready to be stored: not running, and under a new id where this browser has the run already, its passes
 * likewise.
 * @param imported when, by ISO 8601: written into the run, which may have the id of one that was deleted
 * @throws VoxelwiseError run-file
 */
export function readImported(
  json: string,
  file: string,
  known: ReadonlySet<string>,
  imported = new Date().toISOString(),
): RunFile {
  const { run, records, passes, ...load } = parseRun(json, file)
  const whole = atRest({ run: freshRun(run, known, imported), records })
  return {
    ...load,
    ...whole,
    passes: passes.map(pass => atRest({ ...pass, run: freshRun(pass.run, known, imported, whole.run.id) })),
  }
}

/**
 * What comes from a file: nobody works on it.
 * @param known ids that this browser has: a run of one of them gets another
 * @param parent new id of the run, where it is a pass
 */
export function freshRun(run: Run, known: ReadonlySet<string>, imported: string, parent?: string): Run {
  return {
    ...run,
    id: known.has(run.id) ? crypto.randomUUID() : run.id,
    ...(parent !== undefined && { parent }),
    imported,
    state: run.state === 'running' ? 'paused' : run.state,
  }
}

/** Records go with the id of their run. */
export const recordAtRest = (record: RunRecord, run: string): RunRecord => ({ ...record, run })

function atRest({ run, records }: RunPass): RunPass {
  return { run, records: records.map(record => recordAtRest(record, run.id)) }
}
