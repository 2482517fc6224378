import { expect, test } from 'vitest'
import type { FieldColumn } from '../../../../../src/engine/analysis/field-column.ts'
import type { ResultRow } from '../../../../../src/engine/analysis/result-row.ts'
import {
  type Filter,
  filterFromQuery,
  listInPortions,
  type SampleSort,
  selectionQuery,
} from '../../../../../src/ui/shared/sample/filters.ts'

const filterRows = (
  rows: readonly ResultRow[],
  filter: Filter,
  column: FieldColumn | null = null,
): Promise<readonly ResultRow[]> => listInPortions(rows, filter, { column }, 'order')

const row = (part: Partial<ResultRow>): ResultRow => ({
  index: 0,
  id: 'x_1',
  task: 'Organ Recognition',
  modality: 'CT',
  parts: 'Brain',
  dataset: 'Set',
  image: 'Set/one.png',
  question: 'Which organ is this?',
  kind: 'choice',
  options: 4,
  chance: 1 / 4,
  verdict: 'correct',
  confidence: null,
  ...part,
})
const rows = [
  row({}),
  row({ id: 'x_2', modality: 'MRI', verdict: 'wrong' }),
  row({ id: 'x_3', parts: '', image: null }),
]
const found = async (query: string) =>
  (await filterRows(rows, filterFromQuery(new URLSearchParams(query)))).map(({ id }) => id)

test('without a filter the rows are passed on as they are', async () => {
  expect(await filterRows(rows, filterFromQuery(new URLSearchParams()))).toBe(rows)
})

test('axes are compared completely, an empty label too', async () => {
  expect(await found('modality=MRI')).toEqual(['x_2'])
  expect(await found('verdict=correct&modality=CT')).toEqual(['x_1', 'x_3'])
  expect(await found('parts=')).toEqual(['x_3'])
  expect(await found('parts=Bra')).toEqual([])
})

test('every word of the text is looked for in question, id and image', async () => {
  expect(await found('q=ORGAN+x_2')).toEqual(['x_2'])
  expect(await found('q=one.png')).toEqual(['x_1', 'x_2'])
  expect(await found('q=organ+nowhere')).toEqual([])
})

test('a finding by its kind, or any', async () => {
  const odd = [row({ id: 'a' }), row({ id: 'b', findings: ['equal-options', 'duplicate-id'] })]
  const ids = async (query: string) =>
    (await filterRows(odd, filterFromQuery(new URLSearchParams(query)))).map(({ id }) => id)
  expect(await ids('finding=duplicate-id')).toEqual(['b'])
  expect(await ids('finding=any')).toEqual(['b'])
  expect(await ids('finding=single-option')).toEqual([])
})

test('any field: one of its complete values, or a text in it', async () => {
  const column = { values: ['No', 'Nodule', ''], codes: Int32Array.of(0, 1, -1) }
  const ids = async (query: string) => {
    const filter = filterFromQuery(new URLSearchParams(query))
    return (await filterRows(rows, filter, column)).map(({ id }) => id)
  }
  expect(await ids('field=gt_answer&value=No')).toEqual(['x_1'])
  expect(await ids('field=gt_answer&has=no')).toEqual(['x_1', 'x_2'])
  expect(await ids('field=gt_answer&value=')).toEqual([])
  expect(await ids('field=gt_answer')).toHaveLength(3)
  expect(await ids('field=gt_answer&has=no&modality=MRI')).toEqual(['x_2'])
})

const sure = [0.5, null, 0.9, 0.25, 0.9, 0, 1].map((confidence, index) =>
  row({ id: `${index}`, index, confidence }),
)

test('a range of confidence is a bin of the reliability diagram', async () => {
  const ids = async (query: string) =>
    (await filterRows(sure, filterFromQuery(new URLSearchParams(query)))).map(({ id }) => id)
  expect(await ids('confidence=0.5-0.9')).toEqual(['2', '4'])
  expect(await ids('confidence=0-0.5')).toEqual(['0', '3', '5'])
  expect(await ids('confidence=0.9-0.1')).toHaveLength(sure.length)
  for (const text of ['', 'a-b', '0.5', '0-2', '0-0.1-0.2'])
    expect(filterFromQuery(new URLSearchParams({ confidence: text })).confidence, text).toBeNull()
})

test('rows sort by confidence either way, equal ones in their order, unknown ones last', async () => {
  const sorted = (sort: SampleSort) => listInPortions(sure, filterFromQuery(new URLSearchParams()), {}, sort)
  const ids = async (sort: SampleSort) => (await sorted(sort)).map(({ id }) => id)
  expect(await ids('surest')).toEqual(['6', '2', '4', '0', '3', '5', '1'])
  expect(await ids('least-sure')).toEqual(['5', '3', '0', '2', '4', '6', '1'])
  expect(await sorted('order')).toBe(sure)
})

test('a task level, a tag, and a change from another run', async () => {
  const facts = {
    tagged: new Set([1]),
    changed: new Map([
      [0, 'gained'],
      [2, 'lost'],
    ] as const),
  }
  const three = [
    row({ id: 'a', index: 0 }),
    row({ id: 'b', index: 1, task: 'Disease Diagnosis' }),
    row({ id: 'c', index: 2 }),
  ]
  const ids = async (query: string) =>
    (await listInPortions(three, filterFromQuery(new URLSearchParams(query)), facts, 'order')).map(
      ({ id }) => id,
    )
  expect(await ids('level=low')).toEqual(['a', 'c'])
  expect(await ids('level=high')).toEqual(['b'])
  expect(await ids('tag=odd')).toEqual(['b'])
  expect(await ids('against=other')).toEqual(['a', 'b', 'c'])
  expect(await ids('against=other&change=changed')).toEqual(['a', 'c'])
  expect(await ids('against=other&change=lost')).toEqual(['c'])
})

test('only samples of shortcuts, only what no rule could read, or only yes/no questions', async () => {
  const three = [
    row({ id: 'a', index: 0, right: 'A\tYes' }),
    row({ id: 'b', index: 1, isUnparsed: true }),
    row({ id: 'c', index: 2 }),
  ]
  const facts = { ofShortcuts: new Set([2]) }
  const ids = async (query: string) =>
    (await listInPortions(three, filterFromQuery(new URLSearchParams(query)), facts, 'order')).map(
      ({ id }) => id,
    )
  expect(await ids('only=shortcut')).toEqual(['c'])
  expect(await ids('only=unread')).toEqual(['b'])
  expect(await ids('only=yes-no')).toEqual(['a'])
  expect(await ids('only=nothing')).toEqual(['a', 'b', 'c'])
})

test('a selection is passed on in the address, without what is not part of it', () => {
  const query = new URLSearchParams('modality=CT&sample=4&sort=surest&tag=odd')
  const passed = Object.entries(selectionQuery(query)).filter(([, value]) => value !== null)
  expect(passed).toEqual([
    ['modality', 'CT'],
    ['tag', 'odd'],
  ])
})
