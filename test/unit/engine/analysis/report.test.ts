import { expect, test } from 'vitest'
import {
  isAboveOrBelowChance,
  orderTasks,
  overall,
  shortcutsOfRows,
  slices,
  taskTier,
  voxels,
} from '../../../../src/engine/analysis/report.ts'
import { bareShare, type Countable } from '../../../../src/engine/analysis/shares.ts'
import { estimate } from '../../support/estimates.ts'

const row = (part: Partial<Countable>): Countable => ({
  id: 'a',
  task: 'Organ Recognition',
  modality: 'CT',
  parts: 'Brain',
  dataset: 'Set',
  image: 'Set/1.png',
  chance: 1 / 4,
  verdict: 'correct',
  ...part,
})

test('an estimate has an interval, and no value if nothing was asked', () => {
  const rows = Array.from({ length: 10 }, (_, i) =>
    row({ image: `${i}.png`, verdict: i < 5 ? 'correct' : 'wrong' }),
  )
  // scipy.stats.binomtest(5, 10).proportion_ci()
  expect(overall(rows).low).toBeCloseTo(0.1871, 4)
  expect(overall(rows).high).toBeCloseTo(0.8129, 4)
  expect(overall(rows).basis).toEqual({ clusters: 10, unit: 'question', designEffect: 1, effectiveN: 10 })
  expect(overall([])).toMatchObject({ n: 0, correct: 0, share: 0, low: 0, high: 1, chance: null })
  expect(bareShare(4, 1)).toEqual({
    n: 4,
    correct: 1,
    share: 0.25,
    low: 0,
    high: 1,
    chance: null,
    basis: null,
  })
})

test('failed rows are no answers', () => {
  const rows = [row({}), row({ verdict: 'wrong' }), row({ verdict: 'failed' })]
  expect(overall(rows)).toMatchObject({ n: 2, correct: 1, share: 0.5, chance: 0.25 })
})

test('chance is the mean of 1 / number of options, and unknown if one number is', () => {
  const rows = [row({ chance: 1 / 2 }), row({}), row({ modality: 'MRI', chance: null })]
  const [ct, mri] = slices(rows, 'modality')
  expect(ct).toMatchObject({ label: 'CT', n: 2, chance: 0.375 })
  expect(mri).toMatchObject({ label: 'MRI', n: 1, chance: null })
})

test('only an interval that leaves chance out differs from chance', () => {
  expect(isAboveOrBelowChance(estimate(100, 90, 0.25))).toBe(true)
  expect(isAboveOrBelowChance(estimate(100, 5, 0.25))).toBe(true)
  expect(isAboveOrBelowChance(estimate(4, 2, 0.25))).toBe(false)
})

test('voxels are counted on all three axes', () => {
  const rows = [row({}), row({ verdict: 'wrong' }), row({ parts: 'Chest' })]
  expect(voxels(rows).map(({ parts, n, correct }) => [parts, n, correct])).toEqual([
    ['Brain', 2, 1],
    ['Chest', 1, 1],
  ])
})

test('tasks go from seeing to concluding, unknown ones last', () => {
  expect(
    orderTasks(['Odd', 'Disease Diagnosis', 'Organ Recognition', 'Odd', 'Modality Recognition']),
  ).toEqual(['Modality Recognition', 'Organ Recognition', 'Disease Diagnosis', 'Odd'])
  expect(taskTier('Odd')).toBe('other')
})

test('broken chains have a right diagnosis with wrong perceptions', () => {
  const rows = [
    row({ id: '1', task: 'Disease Diagnosis' }),
    row({ id: '2', verdict: 'wrong' }),
    row({ id: '3', image: 'Set/2.png', task: 'Disease Diagnosis' }),
    row({ id: '4', image: 'Set/2.png', verdict: 'wrong' }),
    row({ id: '5', image: 'Set/2.png', task: 'ROI Grounding', verdict: 'wrong' }),
    row({ id: '6', image: 'Set/3.png', task: 'Disease Diagnosis', verdict: 'wrong' }),
    row({ id: '7', image: 'Set/3.png', verdict: 'wrong' }),
  ]
  expect(shortcutsOfRows(rows, {}).report).toMatchObject({ Group_A: 0, Group_C: 1, Group_D: 3 })
})

test('the levels can be chosen', () => {
  const rows = [row({ id: '1' }), row({ id: '2', task: 'ROI Grounding', verdict: 'wrong' })]
  const chosen = shortcutsOfRows(rows, { highLevelTasks: new Set(['Organ Recognition']) })
  expect(chosen.report.Group_D).toBe(1)
  expect(shortcutsOfRows(rows, {}).report.Total_Pairs).toBe(0)
})
