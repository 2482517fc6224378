import type { Store } from '../../data/store/store.ts'
import { chainLabels, type LabelledChains } from '../../engine/analysis/chain-labels.ts'
import { chainTable } from '../../engine/analysis/chain-table.ts'
import { type Credibility, credibility } from '../../engine/analysis/chains.ts'
import { type ChangedSample, changedSamples } from '../../engine/analysis/changed.ts'
import { compareRuns, type RunsComparison } from '../../engine/analysis/comparison.ts'
import { type ConfidenceReport, confidenceReportSteps } from '../../engine/analysis/confidence.ts'
import { type FieldColumn, FieldColumnBuilder } from '../../engine/analysis/field-column.ts'
import { rateEstimatesOf, withWhole } from '../../engine/analysis/rate-estimates.ts'
import type { RowPack } from '../../engine/analysis/row-pack.ts'
import type { RunOverview } from '../../engine/analysis/run-overview.ts'
import { toEndInPortions } from '../../engine/base/steps.ts'
import type { Axis } from '../../engine/protocol/sample.ts'
import type { ShortcutOptions } from '../../engine/protocol/shortcut.ts'
import type { BootstrapOptions } from '../../engine/statistics/bootstrap.ts'
import { transfer } from '../shared/comlink.ts'
import type { OpenRuns } from './run-rows.ts'

/** Milliseconds of work on this thread after which other views are answered. */
const yieldAfterMilliseconds = 30

/** Samples of one message. */
const changedAtOnce = 1000

/** What views show of stored runs, made of their rows. Each method is as in `ResultsWorker`. */
export class Figures {
  readonly #store: Promise<Store>
  readonly #runs: OpenRuns

  constructor(store: Promise<Store>, runs: OpenRuns) {
    this.#store = store
    this.#runs = runs
  }

  async rows(run: string, send: (rows: RowPack) => Promise<void>): Promise<RunOverview> {
    const { packs, overview } = await this.#runs.one(run)
    for (const pack of packs()) await send(pack)
    return overview
  }

  async column(run: string, field: string): Promise<FieldColumn> {
    const builder = new FieldColumnBuilder(field)
    for await (const chunk of (await this.#store).records(run)) builder.add(chunk)
    const column = builder.column()
    return transfer(column, [column.codes.buffer as ArrayBuffer])
  }

  async credibility(run: string, levels: ShortcutOptions): Promise<Credibility> {
    const { rows, drawn } = await this.#runs.one(run)
    const found = credibility(rows, levels)
    const whole = drawn && rateEstimatesOf(rows, drawn, levels)
    return whole ? { ...found, whole: whole.of, overall: withWhole(found.overall, whole) } : found
  }

  async chains(run: string, levels: ShortcutOptions): Promise<LabelledChains> {
    const { rows } = await this.#runs.one(run)
    const table = chainTable(rows, levels)
    const columns = Object.values(table).map(column => column.buffer as ArrayBuffer)
    return transfer({ table, labels: chainLabels(table, rows) }, columns)
  }

  async confidence(run: string, axis: Axis, options: BootstrapOptions = {}): Promise<ConfidenceReport> {
    const { rows, forecasts: read } = await this.#runs.one(run)
    const forecasts = await read()
    const items = rows.map((row, i) => ({ row, forecast: forecasts[i] ?? null }))
    return toEndInPortions(confidenceReportSteps(items, axis, options), yieldAfterMilliseconds)
  }

  async compare(ids: readonly string[], levels: ShortcutOptions): Promise<RunsComparison> {
    const runs = await this.#runs.all(ids)
    const digests: (string | null)[][] = []
    for (const { rows, digests: read } of runs) {
      const byIndex: (string | null)[] = []
      for (const [place, digest] of (await read()).entries()) byIndex[rows[place]?.index ?? 0] = digest
      digests.push(byIndex)
    }
    const compared = compareRuns(
      runs.map(({ rows }) => rows),
      levels,
      ({ index }, run) => digests[run]?.[index] ?? undefined,
    )
    // For an unfinished run, the estimate of the whole replaces the figure of the asked part.
    const figures = compared.runs.map((figure, at) => {
      const { overview, rows, drawn } = runs[at] ?? {}
      if (!overview || !rows) return figure
      const whole = drawn && rateEstimatesOf(rows, drawn, levels)
      return { ...figure, overall: overview.overall, ...(whole && { rates: withWhole(figure.rates, whole) }) }
    })
    return { ...compared, runs: figures }
  }

  async changed(
    [first, second]: readonly [string, string],
    send: (samples: readonly ChangedSample[]) => Promise<void>,
  ): Promise<void> {
    const before = await this.#runs.of(first)
    const samples = changedSamples(before.rows, (await this.#runs.of(second)).rows)
    for (let at = 0; at < samples.length; at += changedAtOnce)
      await send(samples.slice(at, at + changedAtOnce))
  }
}
