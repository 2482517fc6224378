import { expect, test } from 'vitest'
import { splitLabels } from '../../../src/engine/analysis/field-split.ts'
import { readForecast } from '../../../src/engine/analysis/option-forecast.ts'
import { resultRow } from '../../../src/engine/analysis/rows.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import { records } from '../../unit/support/scored-records.ts'
import { confidenceReport } from './whole-report.ts'

test('the report is of the scored answers, by label from low to high level', () => {
  const items = records.map(record => ({
    row: resultRow(record, medrcube, text => text),
    forecast: readForecast(record),
  }))
  const report = confidenceReport(items, 'task', { resamples: 10 })
  expect(report.unscored).toBe(2)
  expect(report.whole).toMatchObject({ n: 2, correct: 1, unanswerable: 1 })
  expect(report.slices.map(({ label, n }) => [label, n])).toEqual([
    ['Modality Recognition', 1],
    ['Organ Recognition', 1],
  ])
  expect(report.field).toBeNull()
  expect(confidenceReport(items.slice(2), 'parts', {}).whole).toBeNull()
})

test('by any field, the slices are its groups in their order', () => {
  const items = records.map(record => ({
    row: resultRow(record, medrcube, text => text),
    forecast: readForecast(record),
  }))
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
