/** What writes the files that other tools read: they state figures before the records, and are made in memory. */

import { archive } from '../../../../data/export/archive.ts'
import type { FileWriter } from '../../../../data/export/exported-file.ts'
import { collectRecords } from '../../../../data/export/stored-runs.ts'
import { inspectArchive } from './inspect-archive.ts'
import { lmmsEvalFiles } from './lmms-eval.ts'
import { vlmevalkitFiles } from './vlmevalkit.ts'

export const inspectWriter: FileWriter = async ({ store, run, findingScores }) =>
  inspectArchive({ run, records: await collectRecords(store, run.id), scores: await findingScores() })

export const lmmsEvalWriter: FileWriter = async ({ store, run }) =>
  archive(lmmsEvalFiles({ run, records: await collectRecords(store, run.id) }), run.created)

export const vlmevalkitWriter: FileWriter = async ({ store, run }) =>
  archive(vlmevalkitFiles({ run, records: await collectRecords(store, run.id) }), run.created)
