import { expect, test } from 'vitest'
import { forecastOf } from '../../../../src/engine/analysis/confidence.ts'
import { splitLabels } from '../../../../src/engine/analysis/field-split.ts'
import { resultRow } from '../../../../src/engine/analysis/rows.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import type { Choice, ModelOutput } from '../../../../src/engine/protocol/record.ts'
import { confidenceReport } from '../../support/confidence-report.ts'
import { answered, failed } from '../../support/records.ts'

const score = (probabilities: readonly number[]): ModelOutput => ({
  text: 'A',
  tokens: { prompt: 1, image: 0, reused: 0, generated: 0 },
  stop: 'choices',
  choices: probabilities.map(
    (p, i): Choice => ({ letter: (['A', 'B', 'C', 'D'] as const)[i] ?? 'A', logprob: Math.log(p / 2) }),
  ),
  timings: { encode: 0, prefix: 0, prefill: 0, decode: 0 },
})

const fields = (task: string) => ({ id: '1', task, modality: 'CT', parts: 'Brain' })
const sure = answered(0, fields('Organ Recognition'), {
  score: score([0.7, 0.2, 0.1]),
  rightAnswer: 'A',
  correct: true,
})
const unsure = answered(1, fields('Modality Recognition'), { score: score([0.4, 0.6]), rightAnswer: '' })
const told = answered(2, fields('Organ Recognition'), {})
const records = [sure, unsure, told, failed(3, fields('Organ Recognition'))]

test('a forecast is the probabilities among the options, and which of them is right', () => {
  const forecast = forecastOf(sure)
  expect(forecast?.probabilities.map(p => p.toFixed(6))).toEqual(['0.700000', '0.200000', '0.100000'])
  expect(forecast?.right).toBe(0)
  expect(forecastOf(unsure)?.right).toBe(-1)
  expect(records.slice(2).map(forecastOf)).toEqual([null, null])
  expect(forecastOf(answered(4, {}, { score: score([0, 0]) }))).toBeNull()
})

test('a row contains the confidence of its answer', () => {
  expect(records.map(record => resultRow(record, medrcube).confidence?.toFixed(3))).toEqual([
    '0.700',
    '0.600',
    undefined,
    undefined,
  ])
  expect(resultRow(told, medrcube).confidence).toBeNull()
})

test('the report is of the scored answers, by label from low to high level', () => {
  const items = records.map(record => ({ row: resultRow(record, medrcube), forecast: forecastOf(record) }))
  const report = confidenceReport(items, 'task', { resamples: 10 })
  expect(report.unscored).toBe(2)
  expect(report.whole).toMatchObject({ n: 2, correct: 1, unanswerable: 1 })
  expect(report.slices.map(({ label, n }) => [label, n])).toEqual([
    ['Modality Recognition', 1],
    ['Organ Recognition', 1],
  ])
  expect(report.field).toBeNull()
  expect(confidenceReport(items.slice(2), 'parts').whole).toBeNull()
})

test('by any field, the slices are its groups in their order', () => {
  const items = records.map(record => ({ row: resultRow(record, medrcube), forecast: forecastOf(record) }))
  const rows = items.map(({ row }) => row)
  const column = { values: ['F', 'M'], codes: Int32Array.from([1, -1, 0, 0]) }
  const split = splitLabels({ name: 'sex', cut: { parts: 4 } }, rows, column)
  const report = confidenceReport(items, split, { resamples: 10 })
  expect(report.slices.map(({ label, n }) => [label, n])).toEqual([
    ['M', 1],
    ['missing', 1],
  ])
  expect(report.field).toEqual({ name: 'sex', isNumeric: false, isBinned: false })
})
