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
  const fresh = (id: string): string => (known.has(id) ? crypto.randomUUID() : id)
  const whole = atRest({ run: { ...run, id: fresh(run.id), imported }, records })
  return {
    ...load,
    ...whole,
    passes: passes.map(pass =>
      atRest({ ...pass, run: { ...pass.run, id: fresh(pass.run.id), parent: whole.run.id, imported } }),
    ),
  }
}

/** Nobody works on what comes from a file; its records go with its id. */
function atRest({ run, records }: RunPass): RunPass {
  return {
    run: { ...run, state: run.state === 'running' ? 'paused' : run.state },
    records: records.map(record => ({ ...record, run: run.id })),
  }
}
