import { exportRun } from '../data/export/export-run.ts'
import { ratingSheet } from '../data/export/rating-sheet.ts'
import { readRatingSheet } from '../data/export/read-rating-sheet.ts'
import { judgePassesOf, recordsOf } from '../data/export/stored-runs.ts'
import { checkJsonSize, MAX_EXPORTED_FILE } from '../data/sources/file-limits.ts'
import { writeBackup } from '../data/store/backup.ts'
import { removeOldExports } from '../data/store/export-file.ts'
import { copyRuns } from '../data/store/folder-copy.ts'
import { importing } from '../data/store/import-run.ts'
import { alone, ifAlone } from '../data/store/locks.ts'
import { Store } from '../data/store/store.ts'
import { chainLabels, type LabelledChains } from '../engine/analysis/chain-labels.ts'
import { chainTable } from '../engine/analysis/chain-table.ts'
import { type Credibility, credibility } from '../engine/analysis/chains.ts'
import { type ChangedSample, changedSamples } from '../engine/analysis/changed.ts'
import { compareRuns, type RunsComparison } from '../engine/analysis/comparison.ts'
import { type ConfidenceReport, confidenceReportSteps } from '../engine/analysis/confidence.ts'
import { manyRecords } from '../engine/analysis/derived-rows.ts'
import { type FieldColumn, FieldColumnBuilder } from '../engine/analysis/field-column.ts'
import { type JudgedAnswers, judgedAnswers } from '../engine/analysis/judged-answers.ts'
import type { RaceReport } from '../engine/analysis/race/race-report.ts'
import { rateEstimatesOf, withWhole } from '../engine/analysis/rate-estimates-of-rows.ts'
import type { RowPack } from '../engine/analysis/row-pack.ts'
import { type ExportName, resultRow } from '../engine/analysis/rows.ts'
import type { RunOverview } from '../engine/analysis/run-overview.ts'
import { toEndInPortions } from '../engine/base/steps.ts'
import { type PassCost, type ProbeOverview, passCosts } from '../engine/probes/cost.ts'
import { maxOptions, probesOf } from '../engine/probes/passes.ts'
import { probeReport } from '../engine/probes/report.ts'
import type { PeoplesRatings } from '../engine/protocol/judging.ts'
import { probeKey } from '../engine/protocol/probe.ts'
import { ratedItemsOf } from '../engine/protocol/protocols/judged-samples.ts'
import { protocolOf } from '../engine/protocol/protocols/registry.ts'
import { rubricNamed } from '../engine/protocol/rubrics/rubric.ts'
import type { Axis } from '../engine/protocol/sample.ts'
import type { ShortcutOptions } from '../engine/protocol/shortcut.ts'
import type { BootstrapOptions } from '../engine/statistics/bootstrap.ts'
import { isKept, stateOf } from './results/derive.ts'
import { KeptRows } from './results/kept-rows.ts'
import { sinkFor } from './results/sink.ts'
import { storedRace } from './results/stored-race.ts'
import { passesOf } from './results/stored-records.ts'
import { expose, transfer } from './shared/comlink.ts'

/** Milliseconds of work on this thread after which other views are answered. */
const yieldAfterMilliseconds = 30

const nothing: PassCost = { samples: 0, seconds: null }

export interface RowsState {
  /** Tells whether the store has something else by now. */
  readonly of: string
  /** Whether rows can be made without reading the records, or of few. */
  readonly isReady: boolean
}

/** Reads, compares, exports and copies stored runs off the main thread. */
class ResultsWorker {
  readonly #store = Store.open()
  readonly #rows = new KeptRows(this.#store)

  constructor() {
    // Whoever needs it is told why there is none.
    this.#store.catch(() => {})
  }

  /**
   * Brings back what the browser lost of runs, and deletes what an import left that broke off. Another tab that imports
   * just now is not disturbed.
   */
  async check(): Promise<void> {
    const store = await this.#store
    await ifAlone(importing, async () => {
      await store.deleteLeftovers()
      await store.check()
    })
    await removeOldExports()
  }

  /** Deletes what an import left that was broken off, after any that goes on. */
  async deleteLeftovers(): Promise<void> {
    const store = await this.#store
    await alone(importing, () => store.deleteLeftovers())
  }

  /** What tells whether a run's records are still the same, and whether it can be opened without reading them. */
  async state(id: string): Promise<RowsState> {
    const store = await this.#store
    const count = await store.tallied(id)
    const of = stateOf(await store.run(id), count)
    return { of, isReady: count < manyRecords || (await isKept(store, id, of)) }
  }

  /** The rows of a run, in portions: no message holds the page up. @returns what they come to */
  async rows(run: string, send: (rows: RowPack) => Promise<void>): Promise<RunOverview> {
    const { packs, overview } = await this.#rows.only(run)
    for (const pack of packs()) await send(pack)
    return overview
  }

  /** One field of every record, to filter by. */
  async column(run: string, field: string): Promise<FieldColumn> {
    const builder = new FieldColumnBuilder(field)
    for await (const chunk of (await this.#store).records(run)) builder.add(chunk)
    const column = builder.column()
    return transfer(column, [column.codes.buffer as ArrayBuffer])
  }

  async credibility(run: string, levels: ShortcutOptions): Promise<Credibility> {
    const { rows, drawn } = await this.#rows.only(run)
    const found = credibility(rows, levels)
    const whole = drawn && rateEstimatesOf(rows, drawn, levels)
    return whole ? { ...found, whole: whole.of, overall: withWhole(found.overall, whole) } : found
  }

  async chains(run: string, levels: ShortcutOptions): Promise<LabelledChains> {
    const { rows } = await this.#rows.only(run)
    const table = chainTable(rows, levels)
    const columns = Object.values(table).map(column => column.buffer as ArrayBuffer)
    return transfer({ table, labels: chainLabels(table, rows) }, columns)
  }

  /** To draw images again takes seconds in a large run: other views are answered meanwhile. */
  async confidence(run: string, axis: Axis, options: BootstrapOptions = {}): Promise<ConfidenceReport> {
    const { rows, forecasts: told } = await this.#rows.only(run)
    const forecasts = await told()
    const items = rows.map((row, i) => ({ row, forecast: forecasts[i] ?? null }))
    return toEndInPortions(confidenceReportSteps(items, axis, options), yieldAfterMilliseconds)
  }

  /** Runs side by side, the first the baseline. */
  async compare(runs: readonly string[], levels: ShortcutOptions): Promise<RunsComparison> {
    const kept = await this.#rows.all(runs)
    const digests: (string | null)[][] = []
    for (const { rows, digests: told } of kept) {
      const of: (string | null)[] = []
      for (const [place, digest] of (await told()).entries()) of[rows[place]?.index ?? 0] = digest
      digests.push(of)
    }
    const compared = compareRuns(
      kept.map(({ rows }) => rows),
      levels,
      ({ index }, run) => digests[run]?.[index] ?? undefined,
    )
    // Of a run that has not asked all, what is known of the whole stands instead of what holds for questions like these.
    const figures = compared.runs.map((of, at) => {
      const { overview, rows, drawn } = kept[at] ?? {}
      if (!overview || !rows) return of
      const whole = drawn && rateEstimatesOf(rows, drawn, levels)
      return { ...of, overall: overview.overall, ...(whole && { rates: withWhole(of.rates, whole) }) }
    })
    return { ...compared, runs: figures }
  }

  /** Samples that only one of two runs has right, in portions: no message holds the page up. */
  async changed(
    [first, second]: readonly [string, string],
    send: (samples: readonly ChangedSample[]) => Promise<void>,
  ): Promise<void> {
    const before = await this.#rows.of(first)
    const samples = changedSamples(before.rows, (await this.#rows.of(second)).rows)
    for (let at = 0; at < samples.length; at += 1000) await send(samples.slice(at, at + 1000))
  }

  /** What the passes of a run show, and what each pass that can be chosen would cost. */
  async probes(id: string, levels: ShortcutOptions): Promise<ProbeOverview> {
    const store = await this.#store
    const [run, records] = await Promise.all([store.run(id), recordsOf(store, id)])
    const protocol = protocolOf(run.settings.protocol)
    const samples = records.map(({ sample }) => sample)
    const probes = probesOf(maxOptions(protocol, samples))
    const costs = passCosts(run, records, probes)
    const passes = await passesOf(store, id)
    return {
      ...probeReport(records, passes, protocol, record => resultRow(record, protocol), levels),
      costs: Object.fromEntries(probes.map((probe, i) => [probeKey(probe), costs[i] ?? nothing])),
    }
  }

  /** What judges and people made of a run's open answers. */
  async judgings(id: string): Promise<JudgedAnswers> {
    const store = await this.#store
    return judgedAnswers(await store.run(id), await recordsOf(store, id), await judgePassesOf(store, id))
  }

  /** A sheet for people to rate a run's open answers by. */
  async ratingSheet(id: string, rubric: string): Promise<Blob> {
    const store = await this.#store
    const items = ratedItemsOf(await recordsOf(store, id), await store.run(id))
    return new Blob([ratingSheet(rubricNamed(rubric), items)], { type: 'text/csv' })
  }

  /** @throws VoxelwiseError bad-table naming the row at fault; file-too-large */
  async readRatingSheet(id: string, file: File): Promise<PeoplesRatings> {
    checkJsonSize(file.name, file.size, MAX_EXPORTED_FILE)
    const rubric = rubricNamed(id)
    const ratings = await readRatingSheet(rubric, await file.text(), file.name)
    const { version } = rubric
    return { rubric: { id, version }, file: file.name, ratings: Object.fromEntries(ratings) }
  }

  /** Where a race of models stands. */
  async race(id: string): Promise<RaceReport> {
    return storedRace(await this.#store, id)
  }

  async exportFile(id: string, name: ExportName, levels: ShortcutOptions): Promise<Blob> {
    const store = await this.#store
    return exportRun(store, id, name, levels, await sinkFor(store, id))
  }

  /** A file of figures, by a run's rows; null where they do not tell all that its records do. */
  async figureFile(id: string, name: ExportName, levels: ShortcutOptions): Promise<Blob | null> {
    const store = await this.#store
    const { rows, overview, tellsReport } = await this.#rows.only(id)
    if (!tellsReport) return null
    const known = { rows, readings: overview.readings }
    return exportRun(store, id, name, levels, await sinkFor(store, id), known)
  }

  /** Every run, its passes with it, in one file. */
  async backup(): Promise<Blob> {
    const store = await this.#store
    const runs = (await store.runs()).map(({ run }) => run)
    const own = runs.filter(({ parent }) => !runs.some(({ id }) => id === parent))
    return writeBackup(
      own.map(({ id }) => id),
      async id => exportRun(store, id, 'run.json', {}, await sinkFor(store, id)),
    )
  }

  /** Copies runs that changed into a folder of the user's. @throws DOMException where that fails */
  async copyTo(folder: FileSystemDirectoryHandle): Promise<void> {
    await copyRuns(await this.#store, folder)
  }
}

export type { ResultsWorker }

expose(new ResultsWorker())
