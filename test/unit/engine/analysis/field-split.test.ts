/** Figures split by any field of the samples. */

import { expect, test } from 'vitest'
import { credibility } from '../../../../src/engine/analysis/chains.ts'
import { compareRuns } from '../../../../src/engine/analysis/comparison.ts'
import type { FieldColumn } from '../../../../src/engine/analysis/field-column.ts'
import { splitLabels } from '../../../../src/engine/analysis/field-split.ts'
import { row } from '../../support/judged-rows.ts'
import { nothingFurther } from '../../support/records.ts'

/** Forty images with a perception and a diagnosis each; only the first twenty diagnoses are right. */
const rows = Array.from({ length: 80 }, (_, i) =>
  row({
    id: String(i),
    image: `${i >> 1}.png`,
    task: i % 2 ? 'Disease Diagnosis' : 'Organ Recognition',
    verdict: i % 2 === 0 || i < 40 ? 'correct' : 'wrong',
  }),
)

/** Ages 0 to 39 by image, missing in the last image. */
const column: FieldColumn = {
  values: Array.from({ length: 39 }, (_, age) => String(age)),
  codes: Int32Array.from(rows, (_, i) => (i >> 1 < 39 ? i >> 1 : -1)),
}

const split = (cut: Parameters<typeof splitLabels>[0]['cut']) =>
  splitLabels({ name: 'age', cut }, rows, column)

test('numbers are cut, and missing values are a group of their own', () => {
  const { labels, toLabel, isNumeric, isBinned } = split({ points: [19] })
  expect({ labels, isNumeric, isBinned }).toEqual({
    ...{ labels: ['≤ 19', '> 19', 'missing'], isNumeric: true, isBinned: true },
  })
  expect(rows.map(toLabel)).toEqual(rows.map((_, i) => (i < 40 ? '≤ 19' : i < 78 ? '> 19' : 'missing')))
})

test('rates of links by the groups of the diagnosis', () => {
  const { field } = credibility(rows, {}, { resamples: 0 }, split({ points: [19] }))
  expect(field?.groups.map(({ label, counts }) => [label, counts.A, counts.B])).toEqual([
    ['≤ 19', 20, 0],
    ['> 19', 0, 19],
    ['missing', 0, 1],
  ])
  expect(credibility(rows, {}, { resamples: 0 }).field).toBeNull()
})

test('differences by the groups of the baseline, adjusted together', () => {
  const worse = rows.map((one, i) => (i < 40 && i % 2 ? row({ ...one, verdict: 'wrong' }) : one))
  const { againstBaseline, field } = compareRuns(
    [rows, worse],
    {},
    { ...nothingFurther, split: split({ points: [19] }) },
  )
  expect(field).toEqual({ name: 'age', isNumeric: true, isBinned: true })
  const groups = againstBaseline[0]?.groups ?? []
  expect(groups.map(({ label, n, difference }) => [label, n, difference])).toEqual([
    ['≤ 19', 40, -0.5],
    ['> 19', 38, 0],
    ['missing', 2, 0],
  ])
  expect(groups[0]?.adjusted).toBe(3 * (groups[0]?.p ?? 0))
  expect(compareRuns([rows, worse], {}, nothingFurther).againstBaseline[0]?.groups).toEqual([])
})
