import { readImported } from '../data/export/imported.ts'
import { metricsSummaryJson } from '../data/export/metrics-summary.ts'
import { resultsJson } from '../data/export/results.ts'
import { readRunText, runFileEnd, serializeHead, serializePass } from '../data/export/run-file.ts'
import type { RunPass } from '../data/export/run-parts.ts'
import { shortcutCsv, shortcutJson } from '../data/export/shortcut-csv.ts'
import { changedMeanwhile } from '../data/images/image-identity.ts'
import { checkJsonSize, MAX_EXPORTED_FILE } from '../data/sources/file-limits.ts'
import { writeBackup } from '../data/store/backup.ts'
import { FolderCopy } from '../data/store/folder-copy.ts'
import { readFolderCopy } from '../data/store/read-folder-copy.ts'
import { type Restored, restoreBackup, restoreFiles } from '../data/store/restore-backup.ts'
import { Store } from '../data/store/store.ts'
import { chainLabels, type LabelledChains } from '../engine/analysis/chain-labels.ts'
import { chainTable } from '../engine/analysis/chain-table.ts'
import { type Credibility, credibility } from '../engine/analysis/chains.ts'
import { type ChangedSample, changedSamples } from '../engine/analysis/changed.ts'
import { compareRuns, type RunsComparison } from '../engine/analysis/comparison.ts'
import { type ConfidenceReport, confidenceReportSteps, forecastOf } from '../engine/analysis/confidence.ts'
import { type FieldColumn, FieldColumnBuilder, fieldNames } from '../engine/analysis/field-column.ts'
import { digestsOf, type ExportName, type ResultRow, resultRow, resultRows } from '../engine/analysis/rows.ts'
import { type RunOverview, runOverview } from '../engine/analysis/run-overview.ts'
import { toEndInPortions } from '../engine/base/steps.ts'
import type { ProbeOverview } from '../engine/probes/cost.ts'
import { type PassCost, passCosts } from '../engine/probes/cost.ts'
import { allProbes, placeOf } from '../engine/probes/passes.ts'
import { type Pass, type PassAnswer, passAnswer, probeReport } from '../engine/probes/report.ts'
import type { Axis } from '../engine/protocol/axes.ts'
import { judgedOf, metricsSummary } from '../engine/protocol/metrics.ts'
import { probeKey } from '../engine/protocol/probe.ts'
import type { RunRecord } from '../engine/protocol/record.ts'
import { protocolOf } from '../engine/protocol/registry.ts'
import { analyseShortcuts, type ShortcutOptions } from '../engine/protocol/shortcut.ts'
import type { BootstrapOptions } from '../engine/statistics/bootstrap.ts'
import type { Forecast } from '../engine/statistics/calibration.ts'
import { expose, transfer } from './shared/comlink.ts'

interface Kept {
  /** Tells whether the store has something else by now. */
  readonly of: string
  readonly rows: readonly ResultRow[]
  readonly overview: RunOverview
  /** SHA-256 of the image that was shown, by row; without those that tell none. */
  readonly digests: ReadonlyMap<ResultRow, string>
  /** Of each row. */
  readonly forecasts: readonly (Forecast | null)[]
}

/** The lock of whoever takes a file in: its records are there before their run is. */
const importing = 'voxelwise/import'

/** Milliseconds of work on this thread after which other views are answered. */
const yieldAfterMilliseconds = 30

const nothing: PassCost = { samples: 0, seconds: null }

/** Reads, compares, exports and imports stored runs off the main thread. */
class ResultsWorker {
  readonly #store = Store.open()
  /** Rows of the runs that are being looked at. */
  #kept = new Map<string, Kept>()
  #copy: FolderCopy | null = null

  constructor() {
    this.#store.then(
      // Another tab that imports just now is not to be disturbed.
      store =>
        navigator.locks.request(importing, { ifAvailable: true }, async lock => {
          if (!lock) return
          await store.deleteLeftovers()
          await store.check()
        }),
      // Whoever needs it is told why there is none.
      () => {},
    )
  }

  /** The rows of a run, in portions: no message holds the page up. @returns what they come to */
  async rows(run: string, send: (rows: readonly ResultRow[]) => Promise<void>): Promise<RunOverview> {
    const { rows, overview } = await this.#only(run)
    for (let at = 0; at < rows.length; at += 2000) await send(rows.slice(at, at + 2000))
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
    return credibility((await this.#only(run)).rows, levels)
  }

  async chains(run: string, levels: ShortcutOptions): Promise<LabelledChains> {
    const { rows } = await this.#only(run)
    const table = chainTable(rows, levels)
    const columns = Object.values(table).map(column => column.buffer as ArrayBuffer)
    return transfer({ table, labels: chainLabels(table, rows) }, columns)
  }

  /** To draw images again takes seconds in a large run: other views are answered meanwhile. */
  async confidence(run: string, axis: Axis, options: BootstrapOptions = {}): Promise<ConfidenceReport> {
    const { rows, forecasts } = await this.#only(run)
    const items = rows.map((row, i) => ({ row, forecast: forecasts[i] ?? null }))
    return toEndInPortions(confidenceReportSteps(items, axis, options), yieldAfterMilliseconds)
  }

  /** Runs side by side, the first the baseline. */
  async compare(runs: readonly string[], levels: ShortcutOptions): Promise<RunsComparison> {
    this.#kept = new Map([...this.#kept].filter(([id]) => runs.includes(id)))
    const kept: Kept[] = []
    for (const id of runs) kept.push(await this.#keep(id))
    const digests = new Map(kept.flatMap(run => [...run.digests]))
    return compareRuns(
      kept.map(({ rows }) => rows),
      levels,
      row => digests.get(row),
    )
  }

  /** Samples that only one of two runs has right, in portions: no message holds the page up. */
  async changed(
    pair: readonly [string, string],
    send: (samples: readonly ChangedSample[]) => Promise<void>,
  ): Promise<void> {
    const [first = [], second = []] = await this.#keptRows(pair)
    const samples = changedSamples(first, second)
    for (let at = 0; at < samples.length; at += 1000) await send(samples.slice(at, at + 1000))
  }

  /** What the passes of a run show, and what each pass that can be chosen would cost. */
  async probes(id: string, levels: ShortcutOptions): Promise<ProbeOverview> {
    const [run, records] = await Promise.all([(await this.#store).run(id), this.#records(id)])
    const protocol = protocolOf(run.settings.protocol)
    const costs = passCosts(run, records, allProbes)
    return {
      ...probeReport(
        records,
        await this.#passes(id),
        protocol,
        record => resultRow(record, protocol),
        levels,
      ),
      costs: Object.fromEntries(allProbes.map((probe, i) => [probeKey(probe), costs[i] ?? nothing])),
    }
  }

  async exportFile(id: string, name: ExportName, levels: ShortcutOptions): Promise<Blob> {
    const store = await this.#store
    const [run, records] = await Promise.all([store.run(id), this.#records(id)])
    const report = () => analyseShortcuts(judgedOf(records), levels).report
    switch (name) {
      case 'results.json':
        return json(...resultsJson(records))
      case 'metrics_summary.json':
        return json(metricsSummaryJson(metricsSummary(judgedOf(records))))
      case 'shortcut.json':
        return json(shortcutJson(report()))
      case 'shortcut_report.csv':
        return new Blob([shortcutCsv([{ model: run.model.name, report: report() }])], { type: 'text/csv' })
      case 'run.json':
        return this.#runFile({ run, records })
    }
  }

  /**
   * Takes in a run.json.
   * @param told of the records that are stored so far, and of all
   * @returns the new run's id
   */
  importFile(file: File, told: (stored: number, of: number) => void): Promise<string> {
    return navigator.locks.request(importing, () => this.#importFile(file, told))
  }

  async #importFile(file: File, told: (stored: number, of: number) => void): Promise<string> {
    const store = await this.#store
    await store.deleteLeftovers()
    checkJsonSize(file.name, file.size, MAX_EXPORTED_FILE)
    const known = new Set((await store.runs()).map(({ run }) => run.id))
    const { run, records, passes, ...load } = readImported(await readRunText(file), file.name, known)
    const parts = [{ run, records }, ...passes]
    const all = parts.reduce((sum, part) => sum + part.records.length, 0)
    let stored = 0
    try {
      for (const part of parts) {
        for (let at = 0; at < part.records.length; at += 2000) {
          told(stored, all)
          const portion = part.records.slice(at, at + 2000)
          await store.addRecords(part.run.id, portion)
          stored += portion.length
        }
      }
      await store.putLoad(run.id, load)
      // A run that is in the list has all its records, whenever the page is closed.
      for (const part of parts.reverse()) await store.putRun(part.run)
    } catch (error) {
      store.end()
      for (const part of parts) await store.deleteRun(part.run.id)
      throw error
    }
    store.end()
    return run.id
  }

  /** Every run, its passes with it, in one file. */
  async backup(): Promise<Blob> {
    const runs = (await (await this.#store).runs()).map(({ run }) => run)
    const own = runs.filter(({ parent }) => !runs.some(({ id }) => id === parent))
    return writeBackup(
      own.map(({ id }) => id),
      id => this.exportFile(id, 'run.json', {}),
    )
  }

  /** @param told of the files of the backup that are done */
  restore(file: File, told: (done: number) => void): Promise<Restored> {
    return navigator.locks.request(importing, async () => {
      const store = await this.#store
      await store.deleteLeftovers()
      return restoreBackup(store, file, told)
    })
  }

  /** Writes all that a folder of the user's does not have yet. @throws DOMException where that fails */
  async copyTo(folder: FileSystemDirectoryHandle): Promise<void> {
    if (!(await this.#copy?.isIn(folder))) this.#copy = new FolderCopy(await this.#store, folder)
    await this.#copy?.copy()
  }

  /** Forgets what was written there: it is looked for again. */
  forgetCopy(): void {
    this.#copy = null
  }

  /** Takes in what a copy in a folder of the user's has and this browser has not. */
  bringBack(folder: FileSystemDirectoryHandle): Promise<Restored> {
    return navigator.locks.request(importing, async () => {
      const store = await this.#store
      await store.deleteLeftovers()
      return restoreFiles(store, readFolderCopy(folder), () => {})
    })
  }

  /** Passes are read and written one after the other: there may be thirty. */
  async #runFile(whole: RunPass): Promise<Blob> {
    const store = await this.#store
    const { run, records } = whole
    const { frame, ...load } = (await store.load(run.id)) ?? {}
    const isPart = records.length < run.dataset.counts.loaded
    const parts: BlobPart[] = [...serializeHead({ ...whole, ...load, ...(isPart && frame && { frame }) })]
    const samples = new Set(records.map(({ sample }) => sample.index))
    const passes = (await store.runs())
      .map(summary => summary.run)
      .filter(({ parent }) => parent === run.id)
      .sort((a, b) => placeOf(a.probe) - placeOf(b.probe))
    for (const [at, pass] of passes.entries()) {
      if (at > 0) parts.push(',')
      parts.push(new Blob([...serializePass({ run: pass, records: await this.#records(pass.id) }, samples)]))
    }
    parts.push(runFileEnd)
    return new Blob(parts, { type: 'application/json' })
  }

  /** Of two passes with the same probe the one that came further. */
  async #passes(id: string): Promise<readonly Pass[]> {
    const store = await this.#store
    const passes = new Map<string, Pass>()
    for (const { run } of await store.runs()) {
      if (run.parent !== id || !run.probe) continue
      const answers: PassAnswer[] = []
      for await (const chunk of store.records(run.id)) answers.push(...chunk.map(passAnswer))
      const key = probeKey(run.probe)
      if (answers.length > (passes.get(key)?.answers.length ?? 0))
        passes.set(key, { run: run.id, probe: run.probe, answers })
    }
    return [...passes.values()]
  }

  async #keptRows(ids: readonly string[]): Promise<readonly (readonly ResultRow[])[]> {
    const all: (readonly ResultRow[])[] = []
    for (const id of ids) all.push((await this.#keep(id)).rows)
    return all
  }

  /** One run's rows; those of others are let go. */
  #only(run: string): Promise<Kept> {
    this.#kept = new Map([...this.#kept].filter(([id]) => id === run))
    return this.#keep(run)
  }

  /** Reads anew only what has new records, or is another run of the same id. */
  async #keep(run: string): Promise<Kept> {
    const store = await this.#store
    const [{ created, imported }, count] = await Promise.all([store.run(run), store.countRecords(run)])
    const of = JSON.stringify([created, imported, count])
    const kept = this.#kept.get(run)
    if (kept?.of === of) return kept
    const records = await this.#records(run)
    const stored = await store.run(run)
    const { findings = [], frame } = (await store.load(run)) ?? {}
    const rows = resultRows(records, findings, protocolOf(stored.settings.protocol))
    const fresh = {
      of,
      rows,
      overview: runOverview(rows, {
        fields: fieldNames(records),
        changedImages: changedMeanwhile(records),
        run: stored,
        frame,
      }),
      digests: digestsOf(rows, records),
      forecasts: records.map(forecastOf),
    }
    this.#kept.set(run, fresh)
    return fresh
  }

  async #records(run: string): Promise<readonly RunRecord[]> {
    const all: RunRecord[] = []
    for await (const chunk of (await this.#store).records(run)) all.push(...chunk)
    return all
  }
}

const json = (...parts: string[]): Blob => new Blob(parts, { type: 'application/json' })

export type { ResultsWorker }

expose(new ResultsWorker())
