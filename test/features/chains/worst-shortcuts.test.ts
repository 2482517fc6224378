import { expect, test } from 'vitest'
import type { Comparable } from '../../../src/engine/analysis/paired-differences.ts'
import { shortcutsOfRows } from '../../../src/engine/analysis/report.ts'
import { everything } from '../../../src/engine/protocol/voxel-map.ts'
import { worstShortcuts } from '../../../src/features/chains/engine/worst-shortcuts.ts'
import { row } from '../../unit/support/judged-rows.ts'

const wrong = { verdict: 'wrong' } as const
const found = (rows: readonly Comparable[]) => worstShortcuts(rows, shortcutsOfRows(rows, {}).chains)

/** An image with one diagnosis and one misread plane. */
const misread = (image: string, diagnosis: Partial<Comparable>): readonly Comparable[] => [
  row({ id: `${image}1`, image, task: 'Disease Diagnosis', ...diagnosis }),
  row({ id: `${image}2`, image, task: 'View Recognition', right: 'A\taxial', given: 'B\tother', ...wrong }),
]

test('a wrong organ comes first, then most broken links', () => {
  const { ranked, constant } = found([
    row({ id: '1', image: 'x', task: 'Disease Diagnosis' }),
    row({ id: '2', image: 'x', task: 'Texture', ...wrong }),
    row({ id: '3', image: 'x', task: 'Modality Recognition', ...wrong }),
    row({ id: '4', image: 'w', task: 'Disease Diagnosis' }),
    row({ id: '5', image: 'w', task: 'Organ Recognition', ...wrong }),
    row({ id: '6', image: 'v', task: 'Disease Diagnosis', ...wrong }),
    row({ id: '7', image: 'v', task: 'Organ Recognition', ...wrong }),
    row({ id: '8', image: 'u', task: 'Disease Diagnosis' }),
    row({ id: '9', image: 'u', task: 'Texture', ...wrong }),
  ])
  expect(
    ranked.map(({ image, organWrong, misperceived }) => [image, organWrong, misperceived.length]),
  ).toEqual([
    ['w', true, 1],
    ['x', false, 2],
    ['u', false, 1],
  ])
  expect(constant).toEqual([])
})

test('where one answer is always right, a right diagnosis is no shortcut', () => {
  const chest = { parts: 'Chest', right: 'A\tno', given: 'A\tno' }
  const { ranked, constant } = found([
    ...misread('a', chest),
    ...misread('b', chest),
    ...misread('c', { right: 'A\tno', given: 'A\tno' }),
    ...misread('d', { right: 'B\tyes', given: 'B\tyes' }),
  ])
  expect(ranked.map(({ image }) => image)).toEqual(['c', 'd'])
  expect(constant).toEqual([
    {
      ...{ task: 'Disease Diagnosis', modality: 'CT', parts: 'Chest', images: ['a', 'b'] },
      constant: { of: 'right', answer: 'no' },
    },
  ])
})

test('a model that always says “no” takes no shortcut by it', () => {
  const said = (i: number, right: string) => ({
    ...{ modality: i % 2 === 0 ? 'CT' : 'MRI', right, given: 'A\tno' },
    verdict: right === 'A\tno' ? ('correct' as const) : ('wrong' as const),
  })
  const rows = Array.from({ length: 12 }, (_, i) =>
    misread(`image ${i}`, said(i, i % 3 < 2 ? 'A\tno' : 'B\tyes')),
  ).flat()
  const { ranked, constant } = found(rows)
  expect(ranked).toEqual([])
  expect(constant).toMatchObject([
    { task: 'Disease Diagnosis', modality: everything, parts: everything, constant: { of: 'given' } },
  ])
  expect(constant[0]?.images).toHaveLength(8)
  // With nine diagnoses, equal answers may be chance.
  expect(found(rows.slice(0, 18)).ranked).toHaveLength(6)
})

test('an image counts by its varied diagnoses', () => {
  const chest = { parts: 'Chest', right: 'A\tno', given: 'A\tno' }
  const { ranked, constant } = found([
    ...misread('a', chest),
    ...misread('b', chest),
    row({ id: '9', image: 'b', task: 'Severity Grading', right: 'A\tmild', given: 'A\tmild' }),
    row({ id: '10', image: 'e', task: 'Severity Grading', right: 'B\tmild one', given: 'B\tmild one' }),
  ])
  expect(ranked.map(({ image }) => image)).toEqual(['b'])
  expect(constant.map(({ images }) => images)).toEqual([['a']])
})
