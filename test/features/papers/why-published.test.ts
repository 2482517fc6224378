/** A run next to a published figure. */
import { expect, test } from 'vitest'
import { publishedTotal } from '../../../src/engine/analysis/published.ts'
import {
  type PublishedSide,
  publishedDepartures,
  publishedFigures,
  sameModel,
} from '../../../src/features/papers/engine/why-published.ts'
import { someRun } from '../../unit/support/records.ts'

const side: PublishedSide = {
  run: someRun,
  answered: publishedTotal,
  failed: 0,
  cut: 0,
  open: 0,
  precision: null,
}
const causes = (change: Partial<typeof side>) =>
  publishedDepartures('MedRCube', { ...side, ...change }).map(({ cause, most }) => [cause, most])

test('a run of the whole benchmark by the paper’s protocol differs in precision and device at most', () => {
  expect(causes({})).toEqual([
    ['precision', null],
    ['device', null],
  ])
  const run = { ...someRun, settings: { ...someRun.settings, dtype: 'fp32' as const } }
  expect(causes({ run })).toEqual([['device', null]])
})

test('what is counted is bounded by its share, and the largest possible effect is first', () => {
  const half = publishedTotal / 2
  const found = causes({ answered: half, cut: half / 10, failed: 0, open: half / 4, precision: 0.03 })
  expect(found).toEqual([
    ['questions', 50],
    ['kinds', 25],
    ['cut', 10],
    ['precision', 3],
    ['device', null],
  ])
})

test('prompt, reading, scoring and constraints of the run’s own are named', () => {
  const settings = {
    ...someRun.settings,
    ...{ protocol: { id: 'mmmu', version: 1, judge: { id: 'vlmevalkit', version: 1 } } },
    ...{ scoring: 'choices' as const, chatTemplate: 'fallback' as const },
  }
  expect(causes({ run: { ...someRun, settings } }).map(([cause]) => cause)).toEqual([
    ...['prompt', 'scoring', 'template', 'reading', 'precision', 'device'],
  ])
})

test('a published model is found by the run’s name, the longest name first', () => {
  const figures = publishedFigures('MedRCube')
  expect(figures).toHaveLength(33)
  expect(sameModel(figures, 'lingshu-7b_onnx')?.model).toBe('Lingshu-7B')
  expect(sameModel(figures, 'InternVL3.5-38B')?.model).toBe('InternVL3.5-38B')
  expect(sameModel(figures, 'phantom-vlm')).toBeNull()
  expect(publishedFigures('Med-CMR')).toHaveLength(18)
})
