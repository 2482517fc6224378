import { expect, test } from 'vitest'
import { closeShareScale, ticksUp } from '../../../../src/ui/charts/kit/scale.ts'
import { measureByTable as measure } from '../../../../src/ui/charts/kit/text.ts'
import type { CompareRow } from '../../../../src/ui/compare/differences/compare-rows.ts'
import { differenceLayout } from '../../../../src/ui/compare/differences/difference-layout.ts'

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
  letter: null,
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

test('a scale contains the intervals between round ends', () => {
  const scale = (...shares: number[]) => closeShareScale(shares, [0, 100])
  const wide = scale(0.34 - 0.04, 0.34 + 0.04, 0.57 - 0.04, 0.57 + 0.04)
  expect(wide.domain()).toEqual([0.3, 0.7])
  expect(ticksUp(wide).map(({ text }) => text)).toEqual(['30', '40', '50', '60', '70'])
  expect(scale(1, 1).domain()).toEqual([0.8, 1])
  expect(scale(0).domain()).toEqual([0, 0.2])
  expect(scale().domain()).toEqual([0, 1])
})
