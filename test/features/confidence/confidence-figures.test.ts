/** figures.json of a run with option probabilities. */
import { expect, test } from 'vitest'
import { exportRun } from '../../../src/data/export/export-run.ts'
import type { StoredRuns } from '../../../src/data/export/stored-runs.ts'
import { textBlob } from '../../../src/data/export/text-file.ts'
import type { Figure } from '../../../src/engine/analysis/figures.ts'
import { readOptionForecast } from '../../../src/engine/analysis/option-forecast.ts'
import { findProtocol } from '../../../src/engine/protocol/protocols/registry.ts'
import type { RunRecord } from '../../../src/engine/protocol/record.ts'
import { answered, medrcubeRow, someRun } from '../../unit/support/records.ts'

const stored = (records: readonly RunRecord[]): StoredRuns => ({
  run: async () => someRun,
  runs: async () => [{ run: someRun }],
  load: async () => undefined,
  regions: async () => [],
  countRecords: async () => records.length,
  async *records() {
    yield records.slice(0, 7)
    yield records.slice(7)
  },
})

/** Two questions on each image; with a chance of 0.6 or 0.9 for B, which is right in three of four. */
const records = (images: number, isScored = true): readonly RunRecord[] =>
  Array.from({ length: 2 * images }, (_, i) => {
    const chance = i % 5 < 2 ? 0.6 : 0.9
    const image = `d/${i >> 1}.png`
    const fields = { id: `${i}`, task: 'T', modality: 'CT', parts: 'Chest', dataset: 'd', image_path: image }
    const rightAnswer = i % 4 === 0 ? 'A' : 'B'
    const score = {
      text: 'B',
      tokens: { prompt: 9, image: 4, reused: 0, generated: 0 },
      stop: 'choices',
      choices: [
        { letter: 'A', logprob: Math.log(1 - chance) },
        { letter: 'B', logprob: Math.log(chance) },
      ],
      timings: { encode: 1, prefix: 1, prefill: 1, decode: 1 },
    } as const
    const record = answered(i, fields, {
      ...{ rightAnswer, parsed: 'B', correct: rightAnswer === 'B' },
      ...(isScored && { score }),
    })
    return { ...record, sample: { ...record.sample, image } }
  })

const exportFigures = async (of: readonly RunRecord[]): Promise<readonly Figure[]> =>
  JSON.parse(await (await exportRun(stored(of), 'r', 'figures.json', {})).text())

const names = [
  ['mean-confidence', 'bootstrap'],
  ['confidence-gap', 'bootstrap'],
  ['ece', 'bootstrap'],
  ['ece-if-calibrated', null],
  ['calibration-slope', 'sandwich'],
  ['calibration-intercept', 'sandwich'],
  ['auroc-of-confidence', 'obuchowski'],
] as const

test('the figures of confidence state n, clusters, interval and method', async () => {
  const figures = await exportFigures(records(30))
  for (const [name, method] of names) {
    const found = figures.find(({ figure }) => figure === name)
    expect(found).toMatchObject({ slice: {}, n: 60, clusters: 30, unit: 'image', method })
    if (method) expect(found?.low).toBeLessThan(found?.high ?? Number.NaN)
    else expect([found?.low, found?.high]).toEqual([null, null])
  }
  expect(figures.find(({ figure }) => figure === 'mean-confidence')?.share).toBeCloseTo(0.78, 12)
})

test('below 20 clusters, slope, intercept and AUROC have no interval and no method', async () => {
  const figures = await exportFigures(records(10))
  for (const name of ['calibration-slope', 'calibration-intercept', 'auroc-of-confidence'])
    expect(figures.find(({ figure }) => figure === name)).toMatchObject({
      low: null,
      high: null,
      method: null,
    })
})

test('a run without probabilities has none of them', async () => {
  const figures = await exportFigures(records(30, false))
  for (const [name] of names) expect(figures.some(({ figure }) => figure === name)).toBe(false)
})

test('rows with their forecasts give the same file as the records', async () => {
  const all = records(30)
  const whole = await exportRun(stored(all), 'r', 'figures.json', {})
  const known = await exportRun(stored([]), 'r', 'figures.json', {}, textBlob, {
    ...{ rows: all.map(medrcubeRow), readings: null },
    forecasts: async () =>
      all.map(record => readOptionForecast(record, findProtocol(someRun.settings.protocol))),
  })
  expect(await known.text()).toBe(await whole.text())
})
