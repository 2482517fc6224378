import { expect, test } from 'vitest'
import { comparedFacts } from '../../unit/support/compared-facts.ts'
import { comparisonHtml } from '../../unit/support/reports.ts'

test('a report has the islands of the published models once, marked as such', () => {
  const html = comparisonHtml(comparedFacts([2, 3, 4, 5]), '')
  const charts = html.match(/<svg class="plot" role="img".*?<\/svg>/g) ?? []
  expect(charts.filter(chart => chart.includes('Published, not measured here'))).toHaveLength(1)
})
