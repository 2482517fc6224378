import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  aboveRandom,
  doubtfulModels,
  misprints,
  type PublishedColumn,
  parsePublished,
  pooledAccuracy,
  publishedColumns,
  publishedModels,
  publishedTotal,
  randomBaseline,
} from '../../../../src/engine/analysis/published.ts'
import { publishedCsv } from '../../../../src/engine/analysis/published-results.ts'
import { oracleFolder } from '../../support/golden.ts'

test('the shipped table equals the source table', () => {
  const given = readFileSync(join(oracleFolder(), '../medrcube-published-results.csv'), 'utf8')
  expect(publishedCsv).toBe(given)
})

test('33 models and guessing, every cell a share', () => {
  expect(publishedModels).toHaveLength(33)
  expect(randomBaseline?.name).toBe('Random')
  expect(new Set(publishedModels.map(({ name }) => name)).size).toBe(33)
  for (const { overall, slices } of publishedModels) {
    for (const share of [overall, ...slices.values()]) expect(share > 0 && share < 1).toBe(true)
  }
})

test('tasks sum to all samples, modalities and regions to those of the other six tasks', () => {
  const n = (axis: PublishedColumn['axis']) =>
    publishedColumns.filter(column => column.axis === axis).reduce((sum, column) => sum + column.n, 0)
  expect([n('task'), n('modality'), n('parts')]).toEqual([publishedTotal, 6626, 6626])
})

test('the tasks add up to the overall figure, except for misprints', () => {
  const tasks = publishedColumns.filter(({ axis }) => axis === 'task').map(({ key }) => key)
  const misprinted = misprints.filter(({ key }) => tasks.includes(key)).map(({ model }) => model)
  const odd = new Set([...misprinted, ...doubtfulModels])
  for (const model of publishedModels) {
    const gap = Math.abs(pooledAccuracy(model, tasks) - model.overall)
    if (odd.has(model.name)) expect(gap).toBeGreaterThan(0.0005)
    else expect(gap, model.name).toBeLessThan(0.0002)
  }
})

test('misprints are printed as they were', () => {
  for (const { model, key, printed } of misprints) {
    const row = [...publishedModels, randomBaseline].find(one => one?.name === model)
    expect(row?.slices.get(key)).toBeCloseTo(printed / 100, 10)
  }
})

test('how far a model is above guessing', () => {
  const best = publishedModels.find(({ name }) => name === 'Lingshu-32B')
  expect(best && aboveRandom(best)).toBeCloseTo(0.6255 - 0.2564, 10)
})

test('a row without a figure is refused', () => {
  const [head = ''] = publishedCsv.split('\n')
  expect(() => parsePublished(`${head}\nG,M,50.00,\n`)).toThrow(RangeError)
})
