import { archive } from '../../../../data/export/archive.ts'
import type { FileWriter } from '../../../../data/export/exported-file.ts'
import { collectRecords } from '../../../../data/export/stored-runs.ts'
import type { toolFiles } from '../tool-files.ts'
import { inspectArchive } from './inspect-archive.ts'
import { lmmsEvalFiles } from './lmms-eval.ts'
import { vlmevalkitFiles } from './vlmevalkit.ts'

/** They state figures before the records, and are made in memory. */
export const toolWriters: Readonly<Record<(typeof toolFiles)[number]['name'], FileWriter>> = {
  'inspect.eval': async ({ store, run, findingScores }) =>
    inspectArchive({
      run,
      records: await collectRecords(store, run.id),
      scores: await findingScores(),
    }),
  'lmms-eval.zip': async ({ store, run }) =>
    archive(lmmsEvalFiles({ run, records: await collectRecords(store, run.id) }), run.created),
  'vlmevalkit.zip': async ({ store, run }) =>
    archive(vlmevalkitFiles({ run, records: await collectRecords(store, run.id) }), run.created),
}
