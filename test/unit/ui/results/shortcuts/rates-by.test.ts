import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Paper, paperWidth } from '../../../../../src/ui/hooks/paper.ts'
import { RatePlot } from '../../../../../src/ui/results/shortcuts/rates-by.tsx'

const row = (
  label: string,
  n: number,
  references: { reference: number | null; guessing: number | null },
) => ({
  key: label,
  label,
  share: { n, correct: 2, share: 2 / n, low: 0.1, high: 0.9, method: 'korn-graubard' as const },
  images: n,
  ...references,
})
const both = { reference: 0.575, guessing: 0.36 }

const draw = (rows: readonly ReturnType<typeof row>[]): string =>
  renderToStaticMarkup(
    createElement(
      Paper,
      { value: paperWidth },
      createElement(RatePlot, { title: 'Rates', rows, href: () => null, file: 'rates.svg' }),
    ),
  )
const times = (text: string, part: string): number => text.split(part).length - 1

test('rows with fewer than five links are not drawn', () => {
  const drawn = draw([row('Four', 4, both), row('Five', 5, both)])
  expect(drawn).toContain('Five')
  expect(drawn).not.toContain('Four')
  expect(draw([row('Four', 4, both)])).toBe('')
})

test('a shortcut rate has both references on its axis, and in words', () => {
  const drawn = draw([row('CT', 20, both)])
  // One in the row, one in the key.
  expect(times(drawn, 'whisker-reference')).toBe(2)
  expect(drawn).toContain('with right perception')
  expect(drawn).toContain('guessing')
  const without = draw([row('CT', 20, { reference: null, guessing: null })])
  expect(without).not.toContain('whisker-reference')
  expect(without).not.toContain('guessing')
})
