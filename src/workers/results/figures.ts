import type { Store } from '../../data/store/store.ts'
import { chainColumns, chainLabels, chainTable } from '../../engine/analysis/chain-table.ts'
import { credibility } from '../../engine/analysis/chains.ts'
import { changedSamples, compareRuns, selectedFigures } from '../../engine/analysis/comparison.ts'
import { confidenceReportSteps } from '../../engine/analysis/confidence.ts'
import { EveryRule } from '../../engine/analysis/every-rule.ts'
import { type FieldColumn, FieldColumnBuilder } from '../../engine/analysis/field-column.ts'
import { type FieldSplit, splitLabels } from '../../engine/analysis/field-split.ts'
import { paperFindings } from '../../engine/analysis/papers/paper-findings.ts'
import { rateEstimatesOf, withWhole } from '../../engine/analysis/rate-estimates.ts'
import type { ResultRow } from '../../engine/analysis/result-row.ts'
import { isMostlyUnread } from '../../engine/analysis/unread.ts'
import { windowDependence } from '../../engine/analysis/window-dependence.ts'
import { toEndInPortions } from '../../engine/base/steps.ts'
import type { ResultsWorker } from '../contracts/stored.ts'
import { transfer } from '../shared/comlink.ts'
import type { OpenRuns } from './run-rows.ts'

/** Milliseconds of work on this thread after which other views are answered. */
const yieldAfterMilliseconds = 30

/** Samples of one message. */
const changedAtOnce = 1000

type Shown =
  | 'rows'
  | 'column'
  | 'credibility'
  | 'chains'
  | 'confidence'
  | 'compare'
  | 'windowDependence'
  | 'changed'
  | 'everyRule'
  | 'selected'

async function columnOf(store: Store, run: string, field: string): Promise<FieldColumn> {
  const builder = new FieldColumnBuilder(field)
  for await (const chunk of store.records(run)) builder.add(chunk)
  return builder.column()
}

const split = async (store: Store, run: string, rows: readonly ResultRow[], by: FieldSplit) =>
  splitLabels(by, rows, await columnOf(store, run, by.name))

/** What views show of stored runs, made of their rows. */
export const figuresOf = (store: Promise<Store>, runs: OpenRuns): Pick<ResultsWorker, Shown> => ({
  async rows(run, send) {
    const { packs, overview } = await runs.one(run)
    for (const pack of packs()) await send(pack)
    return overview
  },

  async column(run, field) {
    const column = await columnOf(await store, run, field)
    return transfer(column, [column.codes.buffer as ArrayBuffer])
  },

  async credibility(run, levels, by = null) {
    const { rows, drawn } = await runs.one(run)
    const found = credibility(rows, levels, {}, by && (await split(await store, run, rows, by)))
    const whole = drawn && rateEstimatesOf(rows, drawn, levels)
    if (!whole) return found
    // A difference of rates is known for the images asked so far only.
    const varying = { ...found.varying, gap: null }
    return { ...found, whole: whole.of, overall: withWhole(found.overall, whole), varying }
  },

  async chains(run, levels) {
    const { rows } = await runs.one(run)
    const table = chainTable(rows, levels)
    return transfer({ table, labels: chainLabels(table, rows) }, chainColumns(table))
  },

  async confidence(run, by, options = {}) {
    const { rows, forecasts: read } = await runs.one(run)
    const forecasts = await read()
    const items = rows.map((row, i) => ({ row, forecast: forecasts[i] ?? null }))
    const labels = typeof by === 'string' ? by : await split(await store, run, rows, by)
    return toEndInPortions(confidenceReportSteps(items, labels, options), yieldAfterMilliseconds)
  },

  async everyRule(run) {
    const { rows } = await runs.one(run)
    const open = await store
    const reading = new EveryRule(rows, (await open.run(run)).settings.protocol)
    for await (const chunk of open.records(run)) reading.add(chunk)
    return reading.figures()
  },

  async compare(ids, levels, by = null) {
    const compared = await runs.all(ids)
    const digests: (string | null)[][] = []
    for (const { rows, digests: read } of compared) {
      const byIndex: (string | null)[] = []
      for (const [place, digest] of (await read()).entries()) byIndex[rows[place]?.index ?? 0] = digest
      digests.push(byIndex)
    }
    const open = await store
    const totals = (await Promise.all(ids.map(id => open.run(id)))).map(({ dataset }) => dataset.counts.total)
    const comparison = compareRuns(
      compared.map(({ rows }) => rows),
      levels,
      {
        digestOf: ({ index }, run) => digests[run]?.[index] ?? undefined,
        fields: compared[0]?.overview.fields ?? [],
        totals,
        split: by && (await split(open, ids[0] ?? '', compared[0]?.rows ?? [], by)),
      },
    )
    // For an unfinished run, the estimate of the whole replaces the figure of the asked part.
    const figures = comparison.runs.map((figure, at) => {
      const { overview, rows, drawn } = compared[at] ?? {}
      if (!overview || !rows) return figure
      const whole = drawn && rateEstimatesOf(rows, drawn, levels)
      return {
        ...{ ...figure, overall: overview.overall },
        ...(whole && { rates: withWhole(figure.rates, whole) }),
        ...((overview.part || isMostlyUnread(overview.unread)) && {
          papers: paperFindings(rows, overview, totals[at] ?? rows.length),
        }),
      }
    })
    return { ...comparison, runs: figures }
  },

  async windowDependence(first, second) {
    const [before, after] = [await runs.of(first), await runs.of(second)]
    const open = await store
    return windowDependence(before.rows, after.rows, [
      await answersOf(open, first),
      await answersOf(open, second),
    ])
  },

  async changed([first, second], send) {
    const before = await runs.of(first)
    const samples = changedSamples(before.rows, (await runs.of(second)).rows)
    for (let at = 0; at < samples.length; at += changedAtOnce)
      await send(samples.slice(at, at + changedAtOnce))
  },

  async selected(run, indices, against) {
    const { rows } = await runs.of(run)
    return selectedFigures(rows, new Set(indices), against === null ? null : (await runs.of(against)).rows)
  },
})

/** The answers of a run as they were read, by the index of their samples. */
async function answersOf(store: Store, run: string): Promise<ReadonlyMap<number, string>> {
  const answers = new Map<number, string>()
  for await (const records of store.records(run))
    for (const record of records)
      if (record.status === 'answered') answers.set(record.sample.index, record.parsed)
  return answers
}
