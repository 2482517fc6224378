import type { JsonObject } from '@voxelwise/python'
import { runFigures } from '../../engine/analysis/accuracy-figures.ts'
import { judgedAnswers, judgedJson } from '../../engine/analysis/judged-answers.ts'
import { type OptionForecast, readOptionForecast } from '../../engine/analysis/option-forecast.ts'
import { estimateRates } from '../../engine/analysis/rate-estimates.ts'
import { type Readings, ReadingsBuilder, readingsJson } from '../../engine/analysis/readings.ts'
import { shortcutsOfRows, tallyRows } from '../../engine/analysis/report.ts'
import type { ResultRow } from '../../engine/analysis/result-row.ts'
import { RowBuilder } from '../../engine/analysis/rows.ts'
import { pagePart } from '../../engine/base/page-parts.ts'
import { hasChance } from '../../engine/probes/kind-of.ts'
import { JudgedFields, listJudged, Tally } from '../../engine/protocol/metrics.ts'
import { findProtocol } from '../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import {
  analyseShortcuts,
  type ShortcutOptions,
  type ShortcutReport,
} from '../../engine/protocol/shortcut.ts'
import { featureExports } from '../seams.ts'
import type { FileWriter } from './exported-file.ts'
import type { ExportName } from './exported-files.ts'
import { figuresText } from './figures-file.ts'
import { findingFigures, findingScores, imageFindings } from './image-findings.ts'
import { metricsSummaryJson, shortcutCsv, shortcutJson } from './official-files.ts'
import { resultsText } from './results.ts'
import { runFileText } from './run-file-text.ts'
import { collectRecords, readJudgePasses, type StoredRuns } from './stored-runs.ts'
import { type TextSink, textBlob } from './text-file.ts'

/** What is known of a run's records without reading them; only if `rowSufficesForReport` is true for each. */
interface KnownRows {
  readonly rows: readonly ResultRow[]
  readonly readings: Readings | null
  /** The forecast of each row. */
  readonly forecasts: () => Promise<readonly (OptionForecast | null)[]>
}

type ExportSource = Parameters<FileWriter>[0] & {
  readonly levels: ShortcutOptions
  readonly known: KnownRows | null
}

const jsonType = 'application/json'

const jsonBlob = (text: string): Blob => new Blob([text], { type: jsonType })

const ofFeatures = Object.fromEntries(
  featureExports.map(({ name, writer }): [string, FileWriter] => [
    name,
    async source => (await pagePart(writer()))(source),
  ]),
) as Readonly<Record<(typeof featureExports)[number]['name'], FileWriter>>

/** Long files are made a chunk of records at a time. */
const writers: Readonly<Record<ExportName, (source: ExportSource) => Promise<Blob>>> = {
  'results.json': ({ store, run, keep }) =>
    keep(resultsText(store.records(run.id), findProtocol(run.settings.protocol)), jsonType),
  'run.json': ({ store, run, keep }) => keep(runFileText(store, run.id), jsonType),
  'metrics_summary.json': async source => jsonBlob(await metricsText(source)),
  'figures.json': async source => jsonBlob(await figuresOfRun(source)),
  'shortcut.json': async source => jsonBlob(shortcutJson(await shortcutReport(source))),
  'shortcut_report.csv': async source => {
    const table = shortcutCsv([{ model: source.run.model.name, report: await shortcutReport(source) }])
    return new Blob([table], { type: 'text/csv' })
  },
  ...ofFeatures,
}

/** One of the files that a stored run can be saved as. @param keep where a long file goes */
export async function exportRun(
  store: StoredRuns,
  id: string,
  name: ExportName,
  levels: ShortcutOptions,
  keep: TextSink = textBlob,
  known: KnownRows | null = null,
): Promise<Blob> {
  const scores = async () => findingScores(await imageFindings(store, id))
  return writers[name]({ store, run: await store.run(id), findingScores: scores, levels, keep, known })
}

async function metricsText({ store, run, known }: ExportSource): Promise<string> {
  if (known)
    return metricsSummaryJson(tallyRows(known.rows).summary(), await moreFigures(store, run, known.readings))
  const tally = new Tally()
  const readings = new ReadingsBuilder(findProtocol(run.settings.protocol))
  for await (const records of store.records(run.id)) {
    for (const judged of listJudged(records)) tally.add(judged)
    readings.add(records)
  }
  return metricsSummaryJson(tally.summary(), await moreFigures(store, run, readings.readings()))
}

async function figuresOfRun({ store, run, levels, known }: ExportSource): Promise<string> {
  const { frame } = (await store.load(run.id)) ?? {}
  const { rows, readings, forecasts } = known ?? (await readRows(store, run))
  const accuracy = runFigures(rows, run, frame)
  const isDrawn = accuracy.part?.basis === 'drawn'
  return figuresText({
    ...{ rows, accuracy, slices: [], levels, readings },
    whole: isDrawn && frame ? estimateRates(rows, { frame, seed: run.settings.seed }, levels) : null,
    forecasts: await forecasts(),
    ...{ total: run.dataset.counts.total, positive: run.positive ?? null },
    found: findingFigures(await imageFindings(store, run.id)),
  })
}

async function readRows(store: StoredRuns, run: Run): Promise<KnownRows> {
  const protocol = findProtocol(run.settings.protocol)
  const builder = new RowBuilder([], protocol, hasChance(run.probe))
  const readings = new ReadingsBuilder(protocol)
  const forecasts: (OptionForecast | null)[] = []
  for await (const records of store.records(run.id)) {
    builder.add(records)
    readings.add(records)
    for (const record of records) forecasts.push(readOptionForecast(record, protocol))
  }
  return { rows: builder.rows, readings: readings.readings(), forecasts: async () => forecasts }
}

/** Facts that MedRCube's evaluator does not report: how answers of other kinds were read, and the judges' ratings. */
async function moreFigures(store: StoredRuns, run: Run, readings: Readings | null): Promise<JsonObject> {
  const passes = await readJudgePasses(store, run.id)
  return {
    ...(readings && { readings: readingsJson(readings) }),
    ...(passes.length > 0 && {
      judged: judgedJson(judgedAnswers(run, await collectRecords(store, run.id), passes)),
    }),
  }
}

async function shortcutReport({ store, run, levels, known }: ExportSource): Promise<ShortcutReport> {
  if (known) return shortcutsOfRows(known.rows, levels).report
  const taking = new JudgedFields()
  for await (const records of store.records(run.id)) taking.add(records)
  return analyseShortcuts(taking.judged, levels).report
}
