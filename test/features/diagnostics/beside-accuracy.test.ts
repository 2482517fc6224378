/** What stands below the accuracy: bounds of open answers, and the spread over draws and wordings. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Results } from '../../../src/app/controller/report-facts.ts'
import { runOverview } from '../../../src/engine/analysis/run-overview.ts'
import { reportedRepeats } from '../../../src/features/diagnostics/app/reported-repeats.ts'
import { openAccuracy } from '../../../src/features/diagnostics/engine/open-accuracy.ts'
import type { RepeatedAccuracy } from '../../../src/features/diagnostics/engine/repeats.ts'
import { besideAccuracy } from '../../../src/features/diagnostics/ui/beside-accuracy.tsx'
import { Paper } from '../../../src/ui/hooks/paper.ts'
import { answered, failed, medrcubeRow, nothingDerived, someRun } from '../../unit/support/records.ts'

const fields = (i: number) => ({ id: `${i}`, task: 'T', modality: 'CT', parts: 'Brain', dataset: 'd' })

/** Six read and right, two read and wrong, one unread, one failed. */
const rows = Array.from({ length: 10 }, (_, i) =>
  medrcubeRow(
    i === 9
      ? failed(i, fields(i))
      : answered(i, fields(i), { correct: i < 6, ...(i === 8 && { parsed: '', unparsed: 'nothing' }) }),
  ),
)

function printed(of: typeof rows, repeats: readonly RepeatedAccuracy[]): string {
  const facts: Results = {
    ...{ run: someRun, rows: of, overview: runOverview(of, { ...nothingDerived, run: someRun }) },
    added: new Map([[reportedRepeats.name, repeats]]),
  }
  return renderToStaticMarkup(createElement(Paper, { value: 860 }, besideAccuracy.section.body(facts)))
}

test('open answers are those that failed, were cut or could not be read', () => {
  expect(openAccuracy(rows)).toMatchObject({ open: 2, allWrong: 0.6, allRight: 0.8 })
  const cut = rows.map((row, i) => (i === 0 ? { ...row, isCut: true as const } : row))
  expect(openAccuracy(cut)).toMatchObject({ open: 3, allWrong: 0.5, allRight: 0.8 })
  expect(openAccuracy([])).toMatchObject({ open: 0, allWrong: null, allRight: null })
})

test('the page and the report have both bounds, and nothing where every answer was read', () => {
  expect(printed(rows, [])).toBe(
    '<p class="muted">2 answers failed, were cut or could not be read. Accuracy would be 60.0% if all were wrong, 80.0% if all were right.</p>',
  )
  expect(printed(rows.slice(0, 8), [])).toBe('')
})

test('draws and wordings stand below the interval', () => {
  const spread = { n: 240, own: 0.6, mean: 0.61, repeats: 5, deviation: 0.019, lowest: 0.58, highest: 0.631 }
  const html = printed(rows.slice(0, 8), [
    { kind: 'repeat', ...spread },
    { kind: 'paraphrase', ...spread, repeats: 2, deviation: null },
  ])
  expect(html).toContain(
    'Over 5 draws, accuracy is 58.0% to 63.1%, standard deviation 1.9 points (240 questions).',
  )
  expect(html).toContain('Over 2 other wordings, accuracy is 58.0% to 63.1% (240 questions).')
})
