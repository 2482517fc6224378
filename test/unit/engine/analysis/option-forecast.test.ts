import { expect, test } from 'vitest'
import { readForecast } from '../../../../src/engine/analysis/option-forecast.ts'
import { resultRow } from '../../../../src/engine/analysis/rows.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import { answered } from '../../support/records.ts'
import { records, score, sure, told, unsure } from '../../support/scored-records.ts'

test('a forecast is the probabilities among the options, and which of them is right', () => {
  const forecast = readForecast(sure)
  expect(forecast?.probabilities.map(p => p.toFixed(6))).toEqual(['0.700000', '0.200000', '0.100000'])
  expect(forecast?.right).toBe(0)
  expect(readForecast(unsure)?.right).toBe(-1)
  expect(records.slice(2).map(readForecast)).toEqual([null, null])
  expect(readForecast(answered(4, {}, { score: score([0, 0]) }))).toBeNull()
})

test('a row contains the confidence of its answer', () => {
  expect(records.map(record => resultRow(record, medrcube, text => text).confidence?.toFixed(3))).toEqual([
    '0.700',
    '0.600',
    undefined,
    undefined,
  ])
  expect(resultRow(told, medrcube, text => text).confidence).toBeNull()
})
