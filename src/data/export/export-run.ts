import { judgedAnswers, judgedJson } from '../../engine/analysis/judged-answers.ts'
import { readingsJson, readingsOf } from '../../engine/analysis/readings.ts'
import type { ExportName } from '../../engine/analysis/rows.ts'
import type { JsonObject } from '../../engine/base/json.ts'
import { placeOf } from '../../engine/probes/passes.ts'
import { judgedOf, metricsSummary } from '../../engine/protocol/metrics.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import { protocolOf } from '../../engine/protocol/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { analyseShortcuts, type ShortcutOptions } from '../../engine/protocol/shortcut.ts'
import { archive } from './archive.ts'
import { inspectArchive } from './inspect-archive.ts'
import { lmmsEvalFiles } from './lmms-eval.ts'
import { metricsSummaryJson } from './metrics-summary.ts'
import { resultsJson } from './results.ts'
import { runFileEnd, serializeHead, serializePass } from './run-file.ts'
import type { RunPass } from './run-parts.ts'
import { shortcutCsv, shortcutJson } from './shortcut-csv.ts'
import { judgePassesOf, recordsOf, type StoredRuns } from './stored-runs.ts'
import { vlmevalkitFiles } from './vlmevalkit.ts'

/** One of the files that a stored run can be exported as. */
export async function exportRun(
  store: StoredRuns,
  id: string,
  name: ExportName,
  levels: ShortcutOptions,
): Promise<Blob> {
  const [run, records] = await Promise.all([store.run(id), recordsOf(store, id)])
  const report = () => analyseShortcuts(judgedOf(records), levels).report
  switch (name) {
    case 'results.json':
      return json(...resultsJson(records, protocolOf(run.settings.protocol)))
    case 'metrics_summary.json':
      return json(
        metricsSummaryJson(metricsSummary(judgedOf(records)), await moreFigures(store, run, records)),
      )
    case 'shortcut.json':
      return json(shortcutJson(report()))
    case 'shortcut_report.csv':
      return new Blob([shortcutCsv([{ model: run.model.name, report: report() }])], { type: 'text/csv' })
    case 'run.json':
      return runFile(store, { run, records })
    case 'inspect.eval':
      return inspectArchive({ run, records })
    case 'lmms-eval.zip':
      return archive(lmmsEvalFiles({ run, records }), run.created)
    case 'vlmevalkit.zip':
      return archive(vlmevalkitFiles({ run, records }), run.created)
  }
}

/** What MedRCube's evaluator does not tell: how answers of other kinds were read, and what judges made of them. */
async function moreFigures(store: StoredRuns, run: Run, records: readonly RunRecord[]): Promise<JsonObject> {
  const readings = readingsOf(records, protocolOf(run.settings.protocol))
  const passes = await judgePassesOf(store, run.id)
  return {
    ...(readings && { readings: readingsJson(readings) }),
    ...(passes.length > 0 && { judged: judgedJson(judgedAnswers(run, records, passes)) }),
  }
}

/** Passes are read and written one after the other: there may be thirty. */
async function runFile(store: StoredRuns, whole: RunPass): Promise<Blob> {
  const { run, records } = whole
  const { frame, ...load } = (await store.load(run.id)) ?? {}
  // Of a race it is also what the other models are told against.
  const isPart = records.length < run.dataset.counts.loaded || run.race !== undefined
  const parts: BlobPart[] = [...serializeHead({ ...whole, ...load, ...(isPart && frame && { frame }) })]
  const samples = new Set(records.map(({ sample }) => sample.index))
  const passes = (await store.runs())
    .map(summary => summary.run)
    .filter(({ parent }) => parent === run.id)
    .sort((a, b) => placeOf(a.probe) - placeOf(b.probe) || (a.created < b.created ? -1 : 1))
  for (const [at, pass] of passes.entries()) {
    if (at > 0) parts.push(',')
    parts.push(new Blob([...serializePass({ run: pass, records: await recordsOf(store, pass.id) }, samples)]))
  }
  parts.push(runFileEnd)
  return new Blob(parts, { type: 'application/json' })
}

const json = (...parts: string[]): Blob => new Blob(parts, { type: 'application/json' })
