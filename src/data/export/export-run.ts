import { type Forecast, toEnd } from '@voxelwise/statistics'
import { runFigures } from '../../engine/analysis/accuracy-figures.ts'
import { forecastOf, wholeConfidenceSteps } from '../../engine/analysis/confidence.ts'
import { confidenceList } from '../../engine/analysis/confidence-list.ts'
import {
  accuracyList,
  figuresJson,
  findingList,
  measuredList,
  pairList,
  yesNoList,
} from '../../engine/analysis/figures.ts'
import { judgedAnswers, judgedJson } from '../../engine/analysis/judged-answers.ts'
import { paperFindings } from '../../engine/analysis/papers/paper-findings.ts'
import { rateEstimatesOf } from '../../engine/analysis/rate-estimates.ts'
import { type Readings, ReadingsBuilder, readingsJson } from '../../engine/analysis/readings.ts'
import { shortcuts, tallyOf } from '../../engine/analysis/report.ts'
import type { ExportName, ResultRow } from '../../engine/analysis/result-row.ts'
import { RowBuilder } from '../../engine/analysis/rows.ts'
import { shortcutList } from '../../engine/analysis/shortcut-figures.ts'
import { yesNoFigures } from '../../engine/analysis/yes-no.ts'
import type { JsonObject } from '../../engine/base/json.ts'
import { featureFigures } from '../../engine/features.ts'
import { auditList } from '../../engine/probes/audit/audit-list.ts'
import { hasChance } from '../../engine/probes/kind-of.ts'
import { JudgedFields, judgedOf, Tally } from '../../engine/protocol/metrics.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import {
  analyseShortcuts,
  type ShortcutOptions,
  type ShortcutReport,
} from '../../engine/protocol/shortcut.ts'
import { inspectArchive } from './inspect-archive.ts'
import { lmmsEvalFiles } from './lmms-eval.ts'
import { metricsSummaryJson, shortcutCsv, shortcutJson } from './official-files.ts'
import { archive } from './other-tools.ts'
import { resultsText } from './results.ts'
import { runFileText } from './run-file-text.ts'
import { imageFindings, judgePassesOf, recordsOf, type StoredRuns } from './stored-runs.ts'
import { type TextSink, textBlob } from './text-file.ts'
import { vlmevalkitFiles } from './vlmevalkit.ts'

/** What is known of a run's records without reading them; only if `rowSufficesForReport` is true for each. */
export interface KnownRows {
  readonly rows: readonly ResultRow[]
  readonly readings: Readings | null
  /** Of each row. */
  readonly forecasts: () => Promise<readonly (Forecast | null)[]>
}

/**
 * One of the files that a stored run can be exported as. Those of other tools, which state figures before the records, are
 * made in memory; the others a chunk of records at a time. @param keep where a long file goes
 */
export async function exportRun(
  store: StoredRuns,
  id: string,
  name: ExportName,
  levels: ShortcutOptions,
  keep: TextSink = textBlob,
  known: KnownRows | null = null,
): Promise<Blob> {
  const run = await store.run(id)
  const protocol = protocolOf(run.settings.protocol)
  switch (name) {
    case 'results.json':
      return keep(resultsText(store.records(id), protocol), jsonType)
    case 'run.json':
      return keep(runFileText(store, id), jsonType)
    case 'metrics_summary.json':
      return new Blob([await metricsText(store, run, known)], { type: jsonType })
    case 'figures.json':
      return new Blob([await figuresText(store, run, levels, known)], { type: jsonType })
    case 'shortcut.json':
      return new Blob([shortcutJson(await shortcutsOf(store, id, levels, known))], { type: jsonType })
    case 'shortcut_report.csv': {
      const report = await shortcutsOf(store, id, levels, known)
      return new Blob([shortcutCsv([{ model: run.model.name, report }])], { type: 'text/csv' })
    }
    case 'inspect.eval':
      return inspectArchive({
        run,
        records: await recordsOf(store, id),
        ...(await imageFindings(store, id)),
      })
    case 'lmms-eval.zip':
      return archive(lmmsEvalFiles({ run, records: await recordsOf(store, id) }), run.created)
    case 'vlmevalkit.zip':
      return archive(vlmevalkitFiles({ run, records: await recordsOf(store, id) }), run.created)
  }
}

const jsonType = 'application/json'

async function metricsText(store: StoredRuns, run: Run, known: KnownRows | null): Promise<string> {
  if (known)
    return metricsSummaryJson(tallyOf(known.rows).summary(), await moreFigures(store, run, known.readings))
  const tally = new Tally()
  const readings = new ReadingsBuilder(protocolOf(run.settings.protocol))
  for await (const records of store.records(run.id)) {
    for (const judged of judgedOf(records)) tally.add(judged)
    readings.add(records)
  }
  return metricsSummaryJson(tally.summary(), await moreFigures(store, run, readings.readings()))
}

async function figuresText(
  store: StoredRuns,
  run: Run,
  levels: ShortcutOptions,
  known: KnownRows | null,
): Promise<string> {
  const { frame } = (await store.load(run.id)) ?? {}
  const { rows, readings, forecasts } = known ?? (await rowsOf(store, run))
  const figures = runFigures(rows, run, frame)
  const isDrawn = figures.part?.basis === 'drawn'
  const whole = isDrawn && frame ? rateEstimatesOf(rows, { frame, seed: run.settings.seed }, levels) : null
  const { audit } = await imageFindings(store, run.id)
  const probabilities = await forecasts()
  const scored = rows.map((row, i) => ({ row, forecast: probabilities[i] ?? null }))
  return figuresJson([
    ...accuracyList(figures),
    ...shortcutList(rows, levels, whole),
    ...yesNoList(yesNoFigures(rows)),
    ...measuredList(readings?.measured ?? []),
    ...pairList(readings?.pairs ?? null),
    ...confidenceList(toEnd(wholeConfidenceSteps(scored))),
    ...featureFigures.flatMap(list => list(scored)),
    ...findingList(paperFindings(rows, figures, run.dataset.counts.total)),
    ...(audit ? auditList(audit) : []),
  ])
}

async function rowsOf(store: StoredRuns, run: Run): Promise<KnownRows> {
  const protocol = protocolOf(run.settings.protocol)
  const builder = new RowBuilder([], protocol, hasChance(run.probe))
  const readings = new ReadingsBuilder(protocol)
  const forecasts: (Forecast | null)[] = []
  for await (const records of store.records(run.id)) {
    builder.add(records)
    readings.add(records)
    for (const record of records) forecasts.push(forecastOf(record))
  }
  return { rows: builder.rows, readings: readings.readings(), forecasts: async () => forecasts }
}

/** Facts that MedRCube's evaluator does not report: how answers of other kinds were read, and the judges' ratings. */
async function moreFigures(store: StoredRuns, run: Run, readings: Readings | null): Promise<JsonObject> {
  const passes = await judgePassesOf(store, run.id)
  return {
    ...(readings && { readings: readingsJson(readings) }),
    ...(passes.length > 0 && {
      judged: judgedJson(judgedAnswers(run, await recordsOf(store, run.id), passes)),
    }),
  }
}

async function shortcutsOf(
  store: StoredRuns,
  id: string,
  levels: ShortcutOptions,
  known: KnownRows | null,
): Promise<ShortcutReport> {
  if (known) return shortcuts(known.rows, levels).report
  const taking = new JudgedFields()
  for await (const records of store.records(id)) taking.add(records)
  return analyseShortcuts(taking.judged, levels).report
}
