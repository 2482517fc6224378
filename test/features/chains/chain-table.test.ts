import { expect, test } from 'vitest'
import { credibility } from '../../../src/engine/analysis/chains.ts'
import type { ResultRow } from '../../../src/engine/analysis/result-row.ts'
import {
  chainAt,
  chainColumns,
  chainLabels,
  chainTable,
} from '../../../src/features/chains/engine/chain-table.ts'
import {
  type ChainFilter,
  chainFilterFromQuery,
  filterChains,
} from '../../../src/features/chains/ui/chain-filters.tsx'
import { row } from '../../unit/support/judged-rows.ts'

const wrong = { verdict: 'wrong' } as const
const rows: readonly ResultRow[] = [
  { id: '1', image: 'grounded', task: 'Disease Diagnosis' },
  { id: '2', image: 'grounded', task: 'Organ Recognition' },
  { id: '3', image: 'wrong', task: 'Organ Recognition', parts: 'Chest', ...wrong },
  { id: '4', image: 'wrong', task: 'Severity Grading', parts: 'Chest', ...wrong },
  { id: '5', image: 'shortcuts', task: 'Disease Diagnosis' },
  { id: '6', image: 'shortcuts', task: 'Modality Recognition', modality: 'MRI', ...wrong },
  { id: '7', image: 'shortcuts', task: 'View Recognition', ...wrong },
  { id: '8', image: 'organ', task: 'Organ Recognition', ...wrong },
  { id: '9', image: 'organ', task: 'Disease Diagnosis' },
  { id: '10', image: null, task: 'Disease Diagnosis' },
].map((part, i) => ({
  ...row(part as Partial<ResultRow>),
  index: 100 + i,
  kind: 'choice',
  options: 4,
  confidence: null,
}))
const table = chainTable(rows, {})
const rowsByIndex = new Map(rows.map(one => [one.index, one]))
const names = (chains: Iterable<number>) =>
  Array.from(chains, chain => rowsByIndex.get(chainAt(table, chain).questions[0]?.sample ?? -1)?.image)

test('a chain is read back from the table unchanged', () => {
  expect(chainAt(table, 2)).toEqual({
    chain: 2,
    questions: [
      { sample: 105, tier: 'low', level: 'low' },
      { sample: 106, tier: 'low', level: 'low' },
      { sample: 104, tier: 'high', level: 'high' },
    ],
    links: { A: 0, B: 0, C: 0, D: 2 },
    organWrong: false,
  })
  expect(chainAt(table, 3)).toMatchObject({ links: { D: 1 }, organWrong: true })
})

test('the worst chains are shortcuts, a wrong organ first, then those that are wrong throughout', () => {
  expect(names(table.worst)).toEqual(['organ', 'shortcuts', 'wrong', 'grounded'])
  expect(table).toMatchObject({ shortcuts: 2, constant: [] })
})

test('a table reaches another thread whole, without a copy of its columns', () => {
  const [made, kept] = [chainTable(rows, {}), chainTable(rows, {})]
  expect(structuredClone(made, { transfer: chainColumns(made) })).toEqual(kept)
  expect(made.worst).toHaveLength(0)
})

test('a right diagnosis for lack of another answer is ranked by its wrong answers only', () => {
  const always = rows.map(one => (one.task === 'Disease Diagnosis' ? { ...one, right: 'A\tno' } : one))
  const found = chainTable(always, {})
  expect(found).toMatchObject({ shortcuts: 0, constant: [{ chains: [2, 3], parts: 'Brain' }] })
  expect(names(found.worst)).toEqual(['wrong', 'shortcuts', 'organ', 'grounded'])
})

test('chains are filtered by label and group, and listed in either order', () => {
  const found = (query: string) => {
    const filter: ChainFilter = chainFilterFromQuery(new URLSearchParams(query))
    return names(filterChains(table, rowsByIndex, filter))
  }
  expect(found('')).toEqual(['organ', 'shortcuts', 'wrong', 'grounded'])
  expect(found('sort=order')).toEqual(['grounded', 'wrong', 'shortcuts', 'organ'])
  expect(found('group=D')).toEqual(['organ', 'shortcuts'])
  expect(found('group=D&modality=MRI')).toEqual(['shortcuts'])
  expect(found('parts=Chest')).toEqual(['wrong'])
  expect(found('parts=Nowhere')).toEqual([])
  expect(found('group=X&task=Severity Grading')).toEqual(['wrong'])
})

test('labels are counted by image', () => {
  expect(chainLabels(table, rows).modality).toEqual([
    ['CT', 4],
    ['MRI', 1],
  ])
})

test('credibility has the rates by every axis, tasks from low to high level', () => {
  const found = credibility(rows, {}, { resamples: 50 })
  expect(found.overall.counts).toEqual({ A: 1, B: 0, C: 1, D: 3 })
  expect(found.groups.task.map(({ label }) => label)).toEqual(['Disease Diagnosis', 'Severity Grading'])
  expect(found.groups.parts.map(({ label, links }) => [label, links])).toEqual([
    ['Brain', 4],
    ['Chest', 1],
  ])
  expect(found.levels.some(({ task }) => task === 'View Recognition')).toBe(true)
})

test('20,000 rows become a table', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => ({
    ...row({ id: `${i}`, image: `${i >> 3}`, task: i % 4 ? 'Organ Recognition' : 'Disease Diagnosis' }),
    index: i,
  }))
  expect(chainTable(many, {}).worst).toHaveLength(2500)
})
