import { expect, test } from 'vitest'
import { closeShareScale, ticksUp } from '../../../../src/ui/charts/kit/scale.ts'
import { measureByTable as measure } from '../../../../src/ui/charts/kit/text.ts'
import type { CompareRow } from '../../../../src/ui/compare/differences/compare-rows.ts'
import { differenceLayout } from '../../../../src/ui/compare/differences/difference-layout.ts'
import { cellPaths, matrixLayout, moved, placeAt } from '../../../../src/ui/compare/islands/matrix-layout.ts'
import { type ScatterPoint, scatterLayout } from '../../../../src/ui/compare/relation/scatter-layout.ts'

const line = (label: string, number: number, low: number, high: number): CompareRow => ({
  key: `${number} ${label}`,
  label,
  number,
  run: 'r',
  slice: {},
  n: 10,
  clusters: 10,
  unit: 'question',
  obuchowski: { statistic: 0, p: 1 },
  durkalski: { statistic: 0, p: 1 },
  table: { bothRight: 0, onlyFirst: 0, onlySecond: 0, bothWrong: 10 },
  first: 0.5,
  second: 0.5,
  p: 1,
  adjusted: 1,
  chance: null,
  majority: null,
  difference: (low + high) / 2,
  low,
  high,
})

test('differences share one scale around zero that contains every interval', () => {
  const { x, left, right, ticks, lines } = differenceLayout(
    [line('CT', 2, -0.02, 0.12), line('CT', 3, -0.15, 0.01), line('MRI', 2, 0, 0.1)],
    { names: ['a', 'b', 'c'], items: [], width: 800, measure },
  )
  expect(x.domain()).toEqual([-0.2, 0.2])
  expect(x(0)).toBe((left + right) / 2)
  expect([x(-0.2), x(0.2)]).toEqual([left, right])
  expect(ticks.map(({ text }) => text)).toEqual(['−20', '−10', '0', '+10', '+20'])
  expect(lines.map(({ label }) => label)).toEqual([['CT'], [], ['MRI']])
  expect(lines[0]?.y).toBeLessThan(lines[1]?.y ?? 0)
})

test('a cell is found at its place, and arrows stay inside', () => {
  const layout = matrixLayout(['a', 'b', 'c'], { width: 600, measure, items: [] })
  const at = (row: number, column: number) =>
    placeAt(layout, layout.left + (column + 0.5) * layout.cell, layout.top + (row + 0.5) * layout.cell)
  expect(at(1, 2)).toEqual({ row: 1, column: 2 })
  expect(at(3, 0)).toBeNull()
  expect(at(0, -1)).toBeNull()
  expect(moved({ row: 2, column: 2 }, 'ArrowDown', 3)).toEqual({ row: 2, column: 2 })
  expect(moved({ row: 2, column: 2 }, 'Home', 3)).toEqual({ row: 2, column: 0 })
  expect(moved(null, 'x', 3)).toBeNull()
  const names = ['Disease Diagnosis · MRI · Brain', 'CT']
  expect(matrixLayout(names, { width: 900, measure, items: [] }).labels).toEqual(names)
  expect(matrixLayout(names, { width: 320, measure, items: [] }).labels).toEqual(['Disease…I · Brain', 'CT'])
})

const position = (share: number) => ({ share, low: share - 0.04, high: share + 0.04 })

const point = (key: string, x: number, y: number | null): ScatterPoint => ({
  key,
  kind: y === null ? 'published' : 'measured',
  name: key,
  sign: '',
  x: position(x),
  y: y === null ? null : position(y),
  href: null,
  text: '',
})

test('a scale contains the intervals between round ends', () => {
  const scale = (...shares: number[]) => closeShareScale(shares, [0, 100])
  const wide = scale(0.34 - 0.04, 0.34 + 0.04, 0.57 - 0.04, 0.57 + 0.04)
  expect(wide.domain()).toEqual([0.3, 0.7])
  expect(ticksUp(wide).map(({ text }) => text)).toEqual(['30', '40', '50', '60', '70'])
  expect(scale(1, 1).domain()).toEqual([0.8, 1])
  expect(scale(0).domain()).toEqual([0, 0.2])
  expect(scale().domain()).toEqual([0, 1])
})

test('points with one figure are in a separate strip, and arrows move through all from left to right', () => {
  const layout = (points: readonly ScatterPoint[]) => scatterLayout(points, [], 600, measure)
  const { strip, plot, points } = layout([point('b', 0.5, 0.5), point('a', 0.3, null)])
  expect(strip).toBeGreaterThan(plot.bottom)
  expect(points.map(one => one.point.key)).toEqual(['a', 'b'])
  expect(points[0]?.y).toBeGreaterThan(plot.bottom)
  expect(layout([point('b', 0.5, 0.5)]).strip).toBeNull()
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
