import { expect, test } from 'vitest'
import { type KeyItem, keyLayout } from '../../../../../src/ui/charts/kit/key.tsx'
import { linesLayout } from '../../../../../src/ui/charts/kit/lines.ts'
import { differenceScale, shareScale, ticksAcross } from '../../../../../src/ui/charts/kit/scale.ts'
import { measureByTable as measure } from '../../../../../src/ui/charts/kit/text.ts'

const item = (text: string): KeyItem => ({ text, width: 24, sign: null })

test('no sign of a key overlaps a text, however long the texts are', () => {
  const items = ['accuracy, Wilson’s 95% interval', 'chance', 'W'.repeat(30), 'n'].map(item)
  for (const width of [280, 400, 860]) {
    const { places, height } = keyLayout(items, width, measure)
    for (const [at, { x, y, text }] of places.entries()) {
      const end = x + 24 + 8 + measure(text, 'plot-key')
      expect(end).toBeLessThanOrEqual(width)
      const next = places[at + 1]
      if (next?.y === y) expect(next.x).toBeGreaterThan(end + 10)
      expect(y).toBeLessThan(height)
    }
  }
  expect(keyLayout([], 300, measure)).toEqual({ places: [], height: 0 })
})

test('a narrow scale has fewer ticks, never touching ones', () => {
  const ticks = (wide: number) => ticksAcross(shareScale([0, wide]), measure, share => `${share * 100}%`)
  expect(ticks(600).map(({ text }) => text)).toEqual(['0%', '20%', '40%', '60%', '80%', '100%'])
  expect(ticks(90).length).toBeLessThan(6)
  expect(ticks(10).length).toBeGreaterThan(0)
})

test('differences reach as far to either side, and no further than all', () => {
  const ends = (...differences: number[]) => differenceScale(differences, [0, 1]).domain()
  expect(ends(0.01)).toEqual([-0.06, 0.06])
  expect(ends(-0.3, 0.1)).toEqual([-0.4, 0.4])
  expect(ends(-1, 0.9)).toEqual([-1, 1])
})

test('labels are next to the plot if both have room, else above; lines of one label stay together', () => {
  const inputs = [
    { label: 'Disease Diagnosis', tall: 22 },
    { label: null, tall: 22 },
    { label: 'CT', tall: 22 },
  ]
  const figures = [{ texts: ['100.0%'], style: 'plot-value' as const }]
  const layout = (width: number) => linesLayout(inputs, figures, { width, measure, top: 26, apart: 6 })
  const wide = layout(700)
  expect(wide.left).toBeGreaterThan(measure('Disease Diagnosis', 'plot-label'))
  const narrow = layout(320)
  expect(narrow.left).toBe(16)
  for (const { lines, bottom } of [wide, narrow]) {
    expect(lines.map(({ label }) => label)).toEqual([['Disease Diagnosis'], [], ['CT']])
    const [first, second, third] = lines.map(({ y }) => y)
    expect((second ?? 0) - (first ?? 0)).toBeLessThan((third ?? 0) - (second ?? 0))
    expect(bottom).toBe((third ?? 0) + 11)
  }
})
