import { expect, test } from 'vitest'
import { flowLayout } from '../../../../src/ui/charts/chain-flow-layout.ts'
import { measureByTable as measure } from '../../../../src/ui/charts/kit/text.ts'
import { sharePlotLayout } from '../../../../src/ui/charts/share-plot-layout.ts'

test('ribbons and nodes are as wide as they have links', () => {
  const { nodes, ribbons, height } = flowLayout({ A: 60, B: 10, C: 10, D: 20 }, 400, measure)
  const tall = new Map(nodes.map(({ name, height }) => [name, height]))
  expect(tall.get('Perception right')).toBeCloseTo(7 * 20)
  expect(tall.get('Perception wrong')).toBeCloseTo(3 * 20)
  expect(tall.get('Diagnosis right')).toBeCloseTo(8 * 20)
  expect(Math.max(...nodes.map(node => node.y + node.height))).toBeLessThan(height)
  expect(ribbons.at(-1)).toMatchObject({ group: 'D', n: 20, share: 0.2 })
})

test('labels of thin ribbons do not overlap, and no links make no ribbon', () => {
  const { ribbons } = flowLayout({ A: 1000, B: 1, C: 1, D: 0 }, 320, measure)
  expect(ribbons.map(({ group }) => group)).toEqual(['C', 'B', 'A'])
  const ys = ribbons.map(({ label }) => label.y).sort((a, b) => a - b)
  expect(Math.min(...ys.slice(1).map((y, i) => y - (ys[i] ?? 0)))).toBeGreaterThanOrEqual(17)
})

test('no label of a ribbon stands on the name above it', () => {
  const { nodes, ribbons } = flowLayout({ A: 1, B: 1, C: 400, D: 1 }, 320, measure)
  const top = Math.min(...nodes.map(({ y }) => y))
  expect(Math.min(...ribbons.map(({ label }) => label.y))).toBeGreaterThanOrEqual(top + 9)
})

test('rates have one scale, and labels above their lines if there is no room next to them', () => {
  const rate = { n: 3, correct: 1, share: 1 / 3, low: 0, high: 1, method: 'korn-graubard' } as const
  const rows = ['One', 'Two'].map(label => ({ key: label, label, share: rate, images: 1 }))
  for (const width of [290, 860]) {
    const { x, left, right, lines, height, columns } = sharePlotLayout(rows, [], width, measure)
    expect([x(0), x(1)]).toEqual([left, right])
    expect(lines[1]?.y).toBeGreaterThan((lines[0]?.y ?? 0) + 20)
    expect(lines[1]?.y).toBeLessThan(height)
    const [first] = lines
    expect((first?.labelY ?? 0) < (first?.y ?? 0) - 10).toBe(width === 290)
    expect(columns[0]).toBeGreaterThan(right)
  }
})

test('figures have the room that their texts take', () => {
  const rate = {
    n: 1_234_567,
    correct: 1_234_567,
    share: 1,
    low: 0.9,
    high: 1,
    method: 'korn-graubard',
  } as const
  const rows = [{ key: 'one', label: 'One', share: rate }]
  const { columns, figures, width } = sharePlotLayout(rows, [], 400, measure)
  const [share = 0, n = 0] = columns
  expect(n - (share + measure(figures[0]?.share ?? '', 'plot-value'))).toBeGreaterThanOrEqual(10)
  expect(n + measure(figures[0]?.n ?? '', 'plot-n')).toBeLessThanOrEqual(width)
})
