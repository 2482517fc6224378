/** The section Confidence of a run's report. */
import { expect, test } from 'vitest'
import { readForecast } from '../../../src/engine/analysis/option-forecast.ts'
import { axes } from '../../../src/engine/protocol/sample.ts'
import { medrcubeRow } from '../../unit/support/records.ts'
import { reportFacts, scoredRecords } from '../../unit/support/report-facts.ts'
import { reportHtml } from '../../unit/support/reports.ts'
import { confidenceReport } from './whole-report.ts'

test('confidence has its figures and its method if there are any', () => {
  expect(reportHtml(reportFacts(), '')).not.toContain('<h2 id="confidence">')
  const forecasts = scoredRecords.map(record => ({
    row: medrcubeRow(record),
    forecast: readForecast(record),
  }))
  const byAxis = Object.fromEntries(axes.map(axis => [axis, confidenceReport(forecasts, axis, {})]))
  const rows = scoredRecords.map(medrcubeRow)
  const html = reportHtml(reportFacts({ rows, added: new Map([['confidence', byAxis]]) }), '')
  for (const chart of [
    'Reliability diagram of all answers, n 4',
    'Accuracy of the most confident answers of all answers, n 4',
  ])
    expect(html).toMatch(new RegExp(`<svg class="plot" role="img" aria-label="${chart}`))
  for (const part of ['ten bins of equal mass', 'arxiv.org/abs/1706.04599']) expect(html).toContain(part)
  expect(html).not.toMatch(/<button|<details|href="#\//)
})
