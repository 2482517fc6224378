import { metricsSummaryJson } from '../data/export/metrics-summary.ts'
import { resultsJson } from '../data/export/results.ts'
import { serializeRun } from '../data/export/run-file.ts'
import { shortcutCsv, shortcutJson } from '../data/export/shortcut-csv.ts'
import { type ExportName, type ResultRow, readImported, resultRow } from '../data/results.ts'
import { Store } from '../data/store.ts'
import { judgedOf, metricsSummary } from '../engine/metrics.ts'
import type { RunRecord } from '../engine/record.ts'
import { analyseShortcuts, type ShortcutOptions } from '../engine/shortcut.ts'
import { expose } from './comlink.ts'

/** Reads, exports and imports stored runs off the main thread. */
class ResultsWorker {
  readonly #store = Store.open()

  async rows(run: string): Promise<readonly ResultRow[]> {
    return (await this.#records(run)).map(resultRow)
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
        return json(...serializeRun({ run, records, ...(await store.load(id)) }))
    }
  }

  /** Takes in a run.json. @returns the new run's id */
  async importFile(file: File): Promise<string> {
    const store = await this.#store
    const known = new Set((await store.runs()).map(({ run }) => run.id))
    const { run, records, ...load } = readImported(await file.text(), file.name, known)
    await store.putRun(run)
    await store.putLoad(run.id, load)
    for (let at = 0; at < records.length; at += 2000)
      await store.addRecords(run.id, records.slice(at, at + 2000))
    return run.id
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
