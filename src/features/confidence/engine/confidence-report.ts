/** Results from a run's option probabilities: overall, and by every label of an axis. */

import {
  type BootstrapOptions,
  type ConfidenceFigures,
  confidenceSteps,
  type Forecast,
  pooledIcc,
  type Steps,
  topAnswer,
} from '@voxelwise/statistics'
import { Clusters, type Unit } from '../../../engine/analysis/clusters.ts'
import { type SplitLabels, type SplitName, splitName } from '../../../engine/analysis/field-split.ts'
import { orderLabels } from '../../../engine/analysis/report.ts'
import type { Countable } from '../../../engine/analysis/shares.ts'
import { getOrMake, groupBy } from '../../../engine/base/grouping.ts'
import type { Axis } from '../../../engine/protocol/sample.ts'

interface ForecastRow<Row> {
  readonly row: Row
  readonly forecast: Forecast | null
}

export interface ConfidenceSlice extends ConfidenceFigures {
  readonly label: string
}

export interface ConfidenceReport {
  /** Null where no answer has probabilities. */
  readonly whole: ConfidenceFigures | null
  readonly slices: readonly ConfidenceSlice[]
  /** The field that the slices are groups of; null of an axis. */
  readonly field: SplitName | null
  /** Samples without: they failed, or were answered in words. */
  readonly unscored: number
}

interface WholeConfidence {
  readonly figures: ConfidenceFigures
  readonly unit: Unit
}

export function* confidenceReportSteps<Row extends Countable>(
  items: readonly ForecastRow<Row>[],
  by: Axis | SplitLabels<Row>,
  options: BootstrapOptions,
): Steps<ConfidenceReport> {
  const split = typeof by === 'string' ? null : by
  const toLabel = typeof by === 'string' ? (row: Row) => row[by] : by.toLabel
  const { scored, icc } = scoredRows(items, toLabel)
  const byLabel = groupBy(scored, ({ label }) => label)
  const labels = typeof by === 'string' ? orderLabels(by, byLabel.keys()) : by.labels
  const whole = yield* confidenceSteps(scored, icc, options)
  const slices: ConfidenceSlice[] = []
  for (const label of labels) {
    const figures = yield* confidenceSteps(byLabel.get(label) ?? [], icc, options)
    if (figures) slices.push({ label, ...figures })
  }
  return {
    ...{ whole, slices, unscored: items.length - scored.length },
    field: split && splitName(split),
  }
}

/** The figures of all answers, with what their clusters are; null where no answer has probabilities. */
export function* wholeConfidenceSteps<Row extends Countable>(
  items: readonly ForecastRow<Row>[],
): Steps<WholeConfidence | null> {
  const { scored, icc, unit } = scoredRows(items, () => null)
  const figures = yield* confidenceSteps(scored, icc)
  return figures && { figures, unit }
}

function scoredRows<Row extends Countable, Label>(
  items: readonly ForecastRow<Row>[],
  toLabel: (row: Row) => Label,
) {
  const clusters = new Clusters(items.map(({ row }) => row))
  const scored = items.flatMap(({ row, forecast }) =>
    // A question with several right options may have no probabilities.
    forecast && forecast.probabilities.length > 0
      ? [{ ...forecast, cluster: clusters.of(row), task: row.task, label: toLabel(row) }]
      : [],
  )
  return { scored, icc: correctnessIcc(scored), unit: clusters.unit }
}

/** Intraclass correlation of the most probable options, right or wrong. */
function correctnessIcc(
  scored: readonly (Forecast & { readonly cluster: number; readonly task: string })[],
): number {
  const tasks = new Map<string, number>()
  return pooledIcc({
    clusters: scored.map(({ cluster }) => cluster),
    tasks: scored.map(({ task }) => getOrMake(tasks, task, () => tasks.size)),
    values: scored.map(forecast => Number(topAnswer(forecast).correct)),
  })
}
