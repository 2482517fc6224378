/** A run as Inspect's `.eval`: a zip file with a member for each sample, so that its viewer opens large runs at once. */
import { BlobWriter, configure, TextReader, ZipWriter } from '@zip.js/zip.js'
import { type JsonObject, stringifyJson } from '../../engine/base/json.ts'
import { inspectHeader, inspectSamples } from './inspect-log.ts'
import type { ToExport } from './other-tools.ts'

// Its own workers would be started from a blob, which the page's security policy forbids.
configure({ useWebWorkers: false })

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

/** Deflated, which every zip tool reads. Every member has the date of the run, so that one run makes one file. */
export async function inspectArchive(exported: ToExport): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter('application/zip'), {
    lastModDate: new Date(exported.run.created),
    extendedTimestamp: false,
  })
  const add = (name: string, text: string) => zip.add(name, new TextReader(text))
  const { version, eval: evaluation, plan, ...rest } = inspectHeader(exported)
  const start = { version, eval: evaluation, plan } as JsonObject
  await add('_journal/start.json', stringifyJson(start))
  const summaries: JsonObject[] = []
  for (const sample of inspectSamples(exported)) {
    await add(`samples/${String(sample.id)}_epoch_1.json`, stringifyJson(sample))
    summaries.push(summaryOf(sample))
  }
  await add('summaries.json', stringifyJson(summaries))
  await add('header.json', stringifyJson({ ...start, ...rest }))
  return zip.close()
}

function summaryOf(sample: JsonObject): JsonObject {
  const kept = summarised.filter(name => sample[name] !== undefined).map(name => [name, sample[name]])
  const { id, task, modality, parts, dataset } = sample.metadata as JsonObject
  return {
    ...Object.fromEntries(kept),
    metadata: { id, task, modality, parts, dataset } as JsonObject,
    completed: sample.error === undefined,
    ...(sample.error !== undefined && { error: (sample.error as JsonObject).message ?? '' }),
  }
}
