import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'

/**
 * A run from a file, ready to be stored: nobody works on it.
 * @param known ids that this browser has: a run with one of them gets another
 * @param imported when, by ISO 8601: written into the run, which may have the id of one that was deleted
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
