import { expect, test } from 'vitest'
import { type ScatterPoint, scatterLayout } from '../../../src/features/papers/ui/scatter-layout.ts'
import { measureByTable as measure } from '../../../src/ui/charts/kit/text.ts'

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

test('points with one figure are in a separate strip, and arrows move through all from left to right', () => {
  const layout = (points: readonly ScatterPoint[]) => scatterLayout(points, [], 600, measure)
  const { strip, plot, points } = layout([point('b', 0.5, 0.5), point('a', 0.3, null)])
  expect(strip).toBeGreaterThan(plot.bottom)
  expect(points.map(one => one.point.key)).toEqual(['a', 'b'])
  expect(points[0]?.y).toBeGreaterThan(plot.bottom)
  expect(layout([point('b', 0.5, 0.5)]).strip).toBeNull()
})
