import { expect, test } from 'vitest'
import { changedSamples } from '../../../../src/engine/analysis/comparison.ts'
import type { ResultRow } from '../../../../src/engine/analysis/result-row.ts'
import { filterChanged } from '../../../../src/ui/compare/changed-filters.tsx'
import { row } from '../../support/judged-rows.ts'

const result = (index: number, part: Partial<ResultRow>): ResultRow =>
  ({ ...row({}), index, ...part }) as ResultRow

const first = [
  result(0, { id: 'a', verdict: 'correct' }),
  result(1, { id: 'b', verdict: 'wrong', task: 'Disease Diagnosis', question: 'What is wrong?' }),
  result(2, { id: 'c', verdict: 'correct' }),
  result(3, { id: 'd', verdict: 'failed' }),
]
const second = [
  result(5, { id: 'b', verdict: 'correct', task: 'Disease Diagnosis', question: 'What is wrong?' }),
  result(6, { id: 'a', verdict: 'wrong' }),
  result(7, { id: 'c', verdict: 'correct' }),
  result(8, { id: 'd', verdict: 'correct' }),
]

test('a changed sample has its place in either run, and the direction of the change', () => {
  const changed = changedSamples(first, second)
  expect(changed.map(({ id, index, second, change }) => [id, index, second, change])).toEqual([
    ['a', 0, 6, 'lost'],
    ['b', 1, 5, 'gained'],
  ])
  expect(changed[0]).not.toHaveProperty('verdict')
})

test('the list is filtered by change, slice and text', () => {
  const changed = changedSamples(first, second)
  const ids = (query: string) => filterChanged(changed, new URLSearchParams(query)).map(({ id }) => id)
  expect(ids('')).toEqual(['a', 'b'])
  expect(ids('change=gained')).toEqual(['b'])
  expect(ids('task=Organ Recognition')).toEqual(['a'])
  expect(ids('q=WRONG')).toEqual(['b'])
  expect(ids('modality=MRI')).toEqual([])
})
