import { expect, test } from 'vitest'
import { corruptedImage } from '../../../src/engine/probes/passes.ts'
import { medrcubeRow } from '../../unit/support/records.ts'
import { reportedPasses, reportFacts, scoredRecords } from '../../unit/support/report-facts.ts'
import { reportHtml } from '../../unit/support/reports.ts'

test('a report shows how corrupted images changed the accuracy', () => {
  const facts = reportFacts({
    rows: scoredRecords.map(medrcubeRow),
    probes: reportedPasses([corruptedImage('noise', 2)]),
  })
  const chart = 'Change of accuracy on corrupted images'
  const html = reportHtml(facts, '')
  expect(html).toContain('Noise 2')
  expect(html).toMatch(new RegExp(`<svg class="plot" role="img" aria-label="${chart}`))
})
