import { findClusters } from '../../../engine/analysis/clusters.ts'
import type { FieldSplit } from '../../../engine/analysis/field-split.ts'
import { defineFact, type FactSource } from '../../../workers/results/facts/fact.ts'
import { splitRows } from '../../../workers/results/facts/of-rows.ts'
import type { RunRows } from '../../../workers/results/run-rows.ts'
import type { DetailOptions } from '../engine/detail-options.ts'
import { diagnosticsReport, findingDetails } from '../engine/diagnostics-report.ts'
import type { DiagnosedRow, ForecastedRow } from '../engine/finding-answers.ts'
import { type DiagnosedRuns, findingTies } from '../engine/finding-ties.ts'
import { byTheRule, type FindingChoice } from '../engine/findings.ts'
import { type AnsweredItem, diagnosticDifferences } from '../engine/run-differences.ts'

interface DiagnosticsInput {
  readonly run: string
  /** A field that names the finding of a question; null for the rule. */
  readonly by: FieldSplit | null
}

interface DetailInput extends DiagnosticsInput {
  readonly findings: readonly string[]
  readonly options: DetailOptions
}

/** As it is stored with the run. */
const chosenPositive = async ({ store }: FactSource, run: string): Promise<string | null> =>
  (await store.run(run)).positive ?? null

async function chosen({ rows, forecasts: read }: RunRows, input: DiagnosticsInput, source: FactSource) {
  const forecasts = await read()
  const items = rows.map((row, i): ForecastedRow => ({ row, forecast: forecasts[i] ?? null }))
  const { run, by } = input
  const positive = await chosenPositive(source, run)
  if (by === null) return { items, choice: { toLabel: null, positive } }
  const split = await splitRows(source, run, rows, by)
  const labels = new Map<DiagnosedRow, string>(rows.map(row => [row, split.toLabel(row)]))
  const choice: FindingChoice = { toLabel: row => labels.get(row) ?? '', positive }
  return { items, choice }
}

/** The figures of all findings of a run. */
export const diagnostics = defineFact({
  needs: 'rows',
  async of(has, input: DiagnosticsInput, source) {
    const { items, choice } = await chosen(has, input, source)
    return diagnosticsReport(items, findClusters(has.rows), choice)
  },
})

/** Table, curves, thresholds and bounds of the named findings. */
export const findingDetail = defineFact({
  needs: 'rows',
  async of(has, input: DetailInput, source) {
    const { items, choice } = await chosen(has, input, source)
    return findingDetails(items, findClusters(has.rows), choice, input.findings, input.options)
  },
})

/** Each run but the first, less the first; and of three runs or more, which are not found different. The first names the positive answer. */
export const findingDifferences = defineFact({
  needs: 'runs',
  async of(
    compared,
    { runs: [baseline = ''], seed }: { readonly runs: readonly string[]; readonly seed: number },
    source,
  ): Promise<DiagnosedRuns> {
    const all: AnsweredItem[][] = []
    for (const { rows, forecasts: read } of compared) {
      const forecasts = await read()
      all.push(rows.map((row, i) => ({ row, forecast: forecasts[i] ?? null })))
    }
    const [first = [], ...others] = all
    const choice = { ...byTheRule, positive: await chosenPositive(source, baseline) }
    return {
      against: others.map(other => diagnosticDifferences(first, other, seed, choice)),
      ties: findingTies(all, choice),
    }
  },
})
