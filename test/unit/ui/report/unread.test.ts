/** A run whose replies could not be read says so, and claims nothing else: page, report and findings alike. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { isExact } from '../../../../src/engine/analysis/asked-part.ts'
import { isMostlyUnread, UnreadBuilder } from '../../../../src/engine/analysis/unread.ts'
import { isUnread } from '../../../../src/engine/protocol/record.ts'
import { recordOutcome } from '../../../../src/engine/runtime/run-events.ts'
import { RunAccuracy } from '../../../../src/ui/results/overview/whole.tsx'
import { UnreadNote } from '../../../../src/ui/shared/run/unread-note.tsx'
import { findingWords } from '../../../../src/ui/text/findings.ts'
import { answered, failed } from '../../support/records.ts'
import { reportHtml } from '../../support/reports.ts'
import { fields, makeReportFacts, many, right, unread } from '../../support/unread-run.ts'

test('84 of 84 unread replies are the only finding, with the most frequent reply', () => {
  const { findings, overview, run } = makeReportFacts(many)
  expect(findings.map(findingWords)).toEqual([
    '84 of 84 replies could not be read. The most frequent one, 60 times: “I cannot tell”. Unread replies count as wrong, so the accuracy does not show what the model knows.',
  ])
  expect(isExact(run, overview)).toBe(false)
})

test('the report has the headline, no colour and no comparison with guessing; the page has the same note', () => {
  const facts = makeReportFacts(many)
  const html = reportHtml(facts, '')
  expect(html).toContain('84 of 84 replies could not be read.')
  expect(html).toContain('too many replies could not be read')
  expect(html).not.toContain('below guessing')
  expect(html).not.toContain('is exact')
  expect(html).not.toContain('never right, guessing, always right')
  expect(renderToStaticMarkup(createElement(RunAccuracy, { overview: facts.overview }))).toContain(
    'Accuracy, with unread replies as wrong',
  )
  const note = renderToStaticMarkup(createElement(UnreadNote, { run: 'r', unread: facts.overview.unread }))
  expect(note).toContain('84 of 84 replies could not be read.')
  expect(note).toContain('Read the same replies by other rules')
})

test('up to a fifth of the replies, the run is as any other', () => {
  const facts = makeReportFacts([
    ...many.slice(0, 20),
    ...Array.from({ length: 80 }, (_, at) => right(100 + at)),
  ])
  expect(isMostlyUnread(facts.overview.unread)).toBe(false)
  expect(facts.findings[0]?.kind).toBe('overall')
  expect(isExact(facts.run, facts.overview)).toBe(true)
  expect(reportHtml(facts, '')).not.toContain('could not be read.')
})

test('a reply is unread if nothing was read and it is wrong; a failure is no reply', () => {
  expect(isUnread(unread(0))).toBe(true)
  expect(isUnread(answered(0, fields(0), { parsed: 'B', unparsed: 'none of its words' }))).toBe(true)
  expect(isUnread(answered(0, fields(0), { parsed: '', correct: true }))).toBe(false)
  expect(isUnread(right(0))).toBe(false)
  expect(isUnread(failed(0))).toBe(false)
  expect(recordOutcome(unread(0)).isUnread).toBe(true)
  expect(recordOutcome(right(0)).isUnread).toBeUndefined()
  const builder = new UnreadBuilder()
  builder.add([failed(0), unread(1, `  ${'x'.repeat(500)}`), right(2)])
  expect(builder.replies()).toEqual({ answered: 2, unread: 1, reply: { text: `${'x'.repeat(119)}…`, n: 1 } })
})
