/** The claims about several models in the report of a comparison. */
import { expect, test } from 'vitest'
import { comparedFacts } from '../../unit/support/compared-facts.ts'
import { comparisonHtml } from '../../unit/support/reports.ts'

test('a correlation needs four runs; a copy is none', () => {
  const none = 'No correlation: it needs at least 4'
  expect(comparisonHtml(comparedFacts([2, 3]), '')).toContain(`${none} runs`)
  expect(comparisonHtml(comparedFacts([2, 3, 2]), '')).toContain(`${none} different runs`)
  const five = comparedFacts([2, 3, 4, 5, 6])
  const { relation } = five.compared.comparison
  expect(relation?.n).toBe(5)
  expect(comparisonHtml(five, '')).toContain(
    `<strong>r = ${relation?.r.toFixed(3).replace('-', '−')}</strong>`,
  )
})
