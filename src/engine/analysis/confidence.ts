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
import { getOrMake, groupBy } from '../base/grouping.ts'
import { keptAnswer, keptText } from '../protocol/answer-words.ts'
import { optionShares } from '../protocol/choices.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { RunRecord } from '../protocol/record.ts'
import type { Axis } from '../protocol/sample.ts'
import { Clusters, type Unit } from './clusters.ts'
import { type SplitLabels, type SplitName, splitName } from './field-split.ts'
import { orderTasks } from './report.ts'
import type { Countable } from './shares.ts'

/** The model's probability of each option; null if not recorded, or if the question failed. */
export function forecastOf(record: RunRecord): Forecast | null {
  const choices = record.status === 'answered' ? record.score?.choices : undefined
  if (!choices || choices.every(({ isBound }) => isBound)) return null
  const probabilities = optionShares(choices)
  // Where every option is impossible there is nothing to be sure of.
  if (!probabilities.every(Number.isFinite)) return null
  return { probabilities, right: choices.findIndex(({ letter }) => letter === record.rightAnswer) }
}

/** Which of the options are right, and which were chosen, by their places. */
export interface SeveralAnswers {
  readonly right: readonly number[]
  /** Null where the reply could not be read, or the question failed. */
  readonly chosen: readonly number[] | null
}

/** A forecast with the texts of its options, as rows keep answers: those of long ones are empty. */
export interface OptionForecast extends Forecast {
  readonly options: readonly string[]
  /** Of a question with several right options: it is kept without probabilities, too. */
  readonly several?: SeveralAnswers
}

export function optionForecastOf(
  record: RunRecord,
  protocol: Pick<Protocol, 'kindOf' | 'optionsOf' | 'rightAnswer'>,
): OptionForecast | null {
  const forecast = forecastOf(record)
  const { fields } = record.sample
  const textOf = (letter: string): string => keptText(keptAnswer(protocol, fields, letter))
  if (protocol.kindOf(fields) === 'several') {
    const choices = record.status === 'answered' && forecast ? record.score?.choices : undefined
    const letters = (choices ?? protocol.optionsOf(fields)).map(({ letter }) => letter)
    const placesOf = (answer: string) =>
      letters.flatMap((letter, at) => (answer.includes(letter) ? [at] : []))
    const isRead = record.status === 'answered' && record.unparsed === undefined && record.parsed !== ''
    const right = placesOf(protocol.rightAnswer(fields))
    return {
      ...{ probabilities: [], right: -1, ...forecast, options: letters.map(textOf) },
      several: { right, chosen: isRead ? placesOf(record.parsed) : null },
    }
  }
  if (!forecast || record.status !== 'answered') return null
  return { ...forecast, options: (record.score?.choices ?? []).map(({ letter }) => textOf(letter)) }
}

export interface ForecastRow<Row> {
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

export interface WholeConfidence {
  readonly figures: ConfidenceFigures
  readonly unit: Unit
}

export function* confidenceReportSteps<Row extends Countable>(
  items: readonly ForecastRow<Row>[],
  by: Axis | SplitLabels<Row>,
  options: BootstrapOptions = {},
): Steps<ConfidenceReport> {
  const split = typeof by === 'string' ? null : by
  const labelOf = typeof by === 'string' ? (row: Row) => row[by] : by.labelOf
  const { scored, icc } = scoredOf(items, labelOf)
  const byLabel = groupBy(scored, ({ label }) => label)
  const labels = split?.labels ?? (by === 'task' ? orderTasks(byLabel.keys()) : [...byLabel.keys()].sort())
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
  const { scored, icc, unit } = scoredOf(items, () => null)
  const figures = yield* confidenceSteps(scored, icc)
  return figures && { figures, unit }
}

function scoredOf<Row extends Countable, Label>(
  items: readonly ForecastRow<Row>[],
  labelOf: (row: Row) => Label,
) {
  const clusters = new Clusters(items.map(({ row }) => row))
  const scored = items.flatMap(({ row, forecast }) =>
    // Of a question with several right options there may be none.
    forecast && forecast.probabilities.length > 0
      ? [{ ...forecast, cluster: clusters.of(row), task: row.task, label: labelOf(row) }]
      : [],
  )
  return { scored, icc: iccOf(scored), unit: clusters.unit }
}

/** Of the most probable options, right or wrong. */
function iccOf(scored: readonly (Forecast & { readonly cluster: number; readonly task: string })[]): number {
  const tasks = new Map<string, number>()
  return pooledIcc({
    clusters: scored.map(({ cluster }) => cluster),
    tasks: scored.map(({ task }) => getOrMake(tasks, task, () => tasks.size)),
    values: scored.map(forecast => Number(topAnswer(forecast).correct)),
  })
}
