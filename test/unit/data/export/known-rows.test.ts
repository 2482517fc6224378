/** Files of figures that are made of a run's rows are, to the byte, those that are made of its records. */

import type { Json, JsonObject } from '@voxelwise/python'
import { expect, test } from 'vitest'
import { exportRun } from '../../../../src/data/export/export-run.ts'
import type { StoredRuns } from '../../../../src/data/export/stored-runs.ts'
import { textBlob } from '../../../../src/data/export/text-file.ts'
import { rowSufficesForReport } from '../../../../src/engine/analysis/readings.ts'
import { packRows, unpackRows } from '../../../../src/engine/analysis/row-pack.ts'
import { Texts } from '../../../../src/engine/base/texts.ts'
import type { RunRecord } from '../../../../src/engine/protocol/record.ts'
import { Random } from '../../support/random.ts'
import { answered, failed, medrcubeRow, someRun } from '../../support/records.ts'
import { rounds } from '../../support/rounds.ts'

const stored = (records: readonly RunRecord[]): StoredRuns => ({
  run: async () => someRun,
  runs: async () => [{ run: someRun }],
  load: async () => undefined,
  regions: async () => [],
  countRecords: async () => records.length,
  async *records() {
    yield records
  },
})

const names = ['metrics_summary.json', 'shortcut.json', 'shortcut_report.csv'] as const
const tasks = ['Disease Diagnosis', 'Organ Recognition', 'View Identification', 'Another', '']
const oddIds: readonly Json[] = ['a', 'None', '', 7, { $number: '1.0' }, true]
const oddImages: readonly (Json | undefined)[] = [undefined, null, '', 'd/1.png', ['d/1.png', 'd/2.png']]

test('if the rows suffice for the report, all files equal those of the records', async () => {
  const random = new Random(11)
  const of = <T>(all: readonly T[]): T => all[random.below(all.length)] as T
  for (let round = 0; round < rounds(400); round++) {
    const records = Array.from({ length: random.below(40) }, (_, index) => {
      const image_path = of(oddImages)
      const fields: JsonObject = {
        id: random.below(3) === 0 ? of(oddIds) : `s${random.below(30)}`,
        task: of(tasks),
        ...(random.below(5) > 0 && { modality: of<Json>(['CT', 'MRI', null, 3]) }),
        parts: of(['', 'Lung', 'parts=Lung|x']),
        dataset: 'd',
        ...(image_path !== undefined && { image_path }),
      }
      const record =
        random.below(5) === 0
          ? failed(index, fields)
          : answered(index, fields, { correct: random.below(2) === 0 })
      const [image = null, ...further] = Array.isArray(image_path)
        ? (image_path as string[])
        : [image_path || null]
      const sample = {
        ...record.sample,
        image: image as string | null,
        ...(further.length > 0 && { furtherImages: further }),
      }
      return { ...record, sample } as RunRecord
    })
    expect(records.every(rowSufficesForReport)).toBe(true)
    const rows = unpackRows(packRows(records.map(medrcubeRow)), new Texts())
    const levels = of([{}, { highLevelTasks: new Set(['Another']) }, { ignoredTasks: new Set(['None', '']) }])
    for (const name of names) {
      const whole = await exportRun(stored(records), 'r', name, levels)
      const known = await exportRun(stored([]), 'r', name, levels, textBlob, {
        ...{ rows, readings: null, forecasts: async () => [] },
      })
      expect(await known.text()).toBe(await whole.text())
    }
  }
})

test('the facts missing from a row are known', () => {
  const told = { id: 'a', task: 'T', image_path: 'd/1.png' }
  const of = (fields: JsonObject, image: string | null = 'd/1.png') => {
    const record = answered(0, fields)
    return rowSufficesForReport({ ...record, sample: { ...record.sample, image } })
  }
  expect(of(told)).toBe(true)
  expect(of({ ...told, id: null })).toBe(false)
  expect(of({ task: 'T', image_path: 'd/1.png' })).toBe(false)
  expect(of({ ...told, task: null })).toBe(false)
  expect(of({ ...told, task: 5 })).toBe(false)
  // Nothing, to the page; to Python's `str` the text "0".
  expect(of({ ...told, image_path: 0 }, null)).toBe(false)
  expect(of({ ...told, image_path: '' }, null)).toBe(true)
})
