import { passPlace } from '../../engine/probes/passes.ts'
import { findingsJson, imageFindings } from './image-findings.ts'
import {
  passEnd,
  passLines,
  RecordLines,
  serializeEnd,
  serializePassStart,
  serializeRecordsEnd,
  serializeStart,
} from './run-file.ts'
import type { StoredRuns } from './stored-runs.ts'

/** The run.json of a stored run, a chunk of records at a time: to the byte that of `serializeRun`, and `imageFindings`. */
export async function* runFileText(store: StoredRuns, id: string): AsyncGenerator<string> {
  const run = await store.run(id)
  const { frame, ...load } = (await store.load(id)) ?? {}
  const isPart = (await store.countRecords(id)) < run.dataset.counts.loaded
  const regions = await store.regions(run.dataset.fingerprint)
  const start = { run, ...load, ...(isPart && frame && { frame }), regions }
  yield* serializeStart(start)
  const samples = new Set<number>()
  const recordLines = new RecordLines(null, isPart)
  for await (const records of store.records(id)) {
    for (const { sample } of records) samples.add(sample.index)
    yield* recordLines.lines(records)
  }
  yield serializeRecordsEnd(start, recordLines.verdicts)
  const passes = (await store.runs())
    .map(summary => summary.run)
    .filter(({ parent }) => parent === id)
    .sort((a, b) => passPlace(a.probe) - passPlace(b.probe) || (a.created < b.created ? -1 : 1))
  for (const [at, pass] of passes.entries()) {
    if (at > 0) yield ','
    yield serializePassStart(pass)
    const lines = passLines(pass, samples)
    for await (const records of store.records(pass.id)) yield* lines.lines(records)
    yield passEnd
  }
  yield serializeEnd(findingsJson(await imageFindings(store, id)))
}
