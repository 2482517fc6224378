import { expect, test } from 'vitest'
import { type Column, nextSort, sortRows, tableCsv } from '../../../../../src/ui/shared/table/sorting.ts'

interface Row {
  readonly name: string
  readonly n: number | null
}

const name: Column<Row> = { key: 'name', name: 'Name', value: row => row.name }
const n: Column<Row> = { key: 'n', name: 'n', value: row => row.n, isNumber: true }
const rows: readonly Row[] = [
  { name: 'b', n: 10 },
  { name: 'a, "x"', n: null },
  { name: 'c', n: 9 },
]
const names = (sort: string | null) => sortRows(rows, [name, n], sort).map(row => row.name[0])

test('rows sort by numbers as numbers, and unknown values come last either way', () => {
  expect(names('n')).toEqual(['c', 'b', 'a'])
  expect(names('-n')).toEqual(['b', 'c', 'a'])
  expect(names('name')).toEqual(['a', 'b', 'c'])
  expect(names(null)).toEqual(['b', 'a', 'c'])
  expect(names('nothing')).toEqual(['b', 'a', 'c'])
})

test('a press sorts, a second one turns round', () => {
  expect(nextSort(n, null)).toBe('-n')
  expect(nextSort(n, '-n')).toBe('n')
  expect(nextSort(name, 'n')).toBe('name')
  expect(nextSort(name, 'name')).toBe('-name')
})

test('a saved table contains values, quoted if necessary', () => {
  expect(tableCsv(rows, [name, n])).toBe('Name,n\r\nb,10\r\n"a, ""x""",\r\nc,9\r\n')
})
