/** Names of columns, as pandas 3.1.1 gave them for each of these first lines. */
import { expect, test } from 'vitest'
import { columnNames } from '../src/header-row.ts'

test.each([
  [
    ['a', 'b', 'a', 'a'],
    ['a', 'b', 'a.1', 'a.2'],
  ],
  [
    ['a', 'a', 'a.1'],
    ['a', 'a.2', 'a.1'],
  ],
  [
    ['x.1', 'x', 'x', 'x.1', 'x.2', 'x'],
    ['x.1', 'x', 'x.3', 'x.1.1', 'x.2', 'x.4'],
  ],
  [
    ['a', 'a.1', 'a.1', 'a', 'a.1.1'],
    ['a', 'a.1', 'a.1.2', 'a.2', 'a.1.1'],
  ],
  [
    ['', 'Unnamed: 0', 'a', ''],
    ['Unnamed: 0.1', 'Unnamed: 0', 'a', 'Unnamed: 3'],
  ],
])('%j', (header, names) => {
  expect(columnNames(header)).toEqual(names)
})

test('as many columns of one name as a table may have', () => {
  expect(columnNames(Array.from({ length: 100_000 }, () => 'a')).at(-1)).toBe('a.99999')
})
