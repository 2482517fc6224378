import { expect, test } from 'vitest'
import {
  cellPaths,
  matrixLayout,
  placeAfterKey,
  placeAt,
} from '../../../src/features/islands/ui/matrix-layout.ts'
import { measureByTable as measure } from '../../../src/ui/charts/kit/text.ts'

test('a cell is found at its place, and arrows stay inside', () => {
  const layout = matrixLayout(['a', 'b', 'c'], { width: 600, measure, items: [] })
  const at = (row: number, column: number) =>
    placeAt(layout, layout.left + (column + 0.5) * layout.cell, layout.top + (row + 0.5) * layout.cell)
  expect(at(1, 2)).toEqual({ row: 1, column: 2 })
  expect(at(3, 0)).toBeNull()
  expect(at(0, -1)).toBeNull()
  expect(placeAfterKey({ row: 2, column: 2 }, 'ArrowDown', 3)).toEqual({ row: 2, column: 2 })
  expect(placeAfterKey({ row: 2, column: 2 }, 'Home', 3)).toEqual({ row: 2, column: 0 })
  expect(placeAfterKey(null, 'x', 3)).toBeNull()
  const names = ['Disease Diagnosis · MRI · Brain', 'CT']
  expect(matrixLayout(names, { width: 900, measure, items: [] }).labels).toEqual(names)
  expect(matrixLayout(names, { width: 320, measure, items: [] }).labels).toEqual(['Disease…I · Brain', 'CT'])
})

test('cells of one colour are one shape', () => {
  const paths = cellPaths(
    [
      [1, 0.501],
      [0.499, null],
    ],
    10,
  )
  expect(paths).toEqual([
    { r: 1, path: 'M0.5 0.5h9v9h-9z' },
    { r: 0.5, path: 'M10.5 0.5h9v9h-9zM0.5 10.5h9v9h-9z' },
    { r: null, path: 'M12 15h6' },
  ])
})
