/** A run as Inspect's `.eval`: a zip file with a member a sample, so that its viewer opens large runs quickly. */

import { type JsonObject, stringifyJson } from '@voxelwise/python'
import { type ArchiveMember, archive } from '../../../../data/export/archive.ts'
import { inspectHeader, inspectSamples } from './inspect-log.ts'
import type { ToExport } from './other-tools.ts'

/** What of a sample is in the list of all. */
const summarised = [
  'id',
  'epoch',
  'input',
  'target',
  'scores',
  'error',
  'model_usage',
  'role_usage',
  'total_time',
  'working_time',
] as const

export function inspectArchive(exported: ToExport): Promise<Blob> {
  return archive(members(exported), exported.run.created)
}

function* members(exported: ToExport): Generator<ArchiveMember> {
  const { version, eval: evaluation, plan, ...rest } = inspectHeader(exported)
  const start = { version, eval: evaluation, plan } as JsonObject
  yield { name: '_journal/start.json', parts: [stringifyJson(start)] }
  const summaries: JsonObject[] = []
  for (const sample of inspectSamples(exported)) {
    yield { name: `samples/${String(sample.id)}_epoch_1.json`, parts: [stringifyJson(sample)] }
    summaries.push(summarise(sample))
  }
  yield { name: 'summaries.json', parts: [stringifyJson(summaries)] }
  yield { name: 'header.json', parts: [stringifyJson({ ...start, ...rest })] }
}

function summarise(sample: JsonObject): JsonObject {
  const entries = summarised.filter(name => sample[name] !== undefined).map(name => [name, sample[name]])
  const { id, task, modality, parts, dataset } = sample.metadata as JsonObject
  return {
    ...Object.fromEntries(entries),
    metadata: { id, task, modality, parts, dataset } as JsonObject,
    completed: sample.error === undefined,
    ...(sample.error !== undefined && { error: (sample.error as JsonObject).message ?? '' }),
  }
}
