import { expect, test } from 'vitest'
import { surenessCard } from '../../../src/features/confidence/ui/sureness-card.ts'
import { makeReportFacts, right } from '../../unit/support/unread-run.ts'

test.each([
  [60, 1560, 19, '60 answers of 1,560 have a probability above 90.0%; 31.7% of them are wrong.'],
  [1, 2, 1, '1 answer of 2 has a probability above 90.0%; 100.0% of them are wrong.'],
  [0, 24, 0, '0 answers of 24 have a probability above 90.0%.'],
])(
  '%i sure answers of %i are counted, and how many of them are wrong: %i',
  (sure, known, wrong, sentence) => {
    const facts = makeReportFacts(Array.from({ length: known }, (_, index) => right(index)))
    const rows = facts.rows.map((row, at) => ({
      ...row,
      verdict: at < wrong ? ('wrong' as const) : row.verdict,
      confidence: at < sure ? 0.95 : 0.5,
    }))
    expect(surenessCard({ ...facts, rows })?.sentences).toEqual([sentence])
  },
)

test('a run in words has no card; of one with probabilities it leads to the sure wrong answers, the surest first', () => {
  const facts = makeReportFacts(Array.from({ length: 30 }, (_, index) => right(index)))
  expect(surenessCard(facts)).toBeNull()
  const rows = facts.rows.map((row, at) => ({
    ...row,
    image: `${at}.png`,
    verdict: at < 4 ? ('wrong' as const) : row.verdict,
    confidence: at < 4 ? 0.95 + at / 100 : 0.5,
  }))
  const card = surenessCard({ ...facts, rows })
  expect(card?.sentences).toEqual([
    '4 answers of 30 have a probability above 90.0%; 100.0% of them are wrong.',
  ])
  expect(card?.samples.map(({ index }) => index)).toEqual([3, 2, 1])
  expect(card?.link?.text).toBe('4 sure wrong answers')
  expect(card?.link?.href).toContain('confidence=0.9-1')
  expect(card?.lines.map(({ label, share }) => [label, share?.correct, share?.n])).toEqual([
    ['Right, above 90.0%', 0, 4],
    ['Right, all other answers', 26, 26],
  ])
})

test('without a sure wrong answer the card leads to the sure ones, and without these to all by confidence', () => {
  const facts = makeReportFacts(Array.from({ length: 30 }, (_, index) => right(index)))
  const withConfidence = (confidence: number) => ({
    ...facts,
    rows: facts.rows.map(row => ({ ...row, confidence })),
  })
  expect(surenessCard(withConfidence(0.95))?.link?.text).toBe('30 sure answers')
  expect(surenessCard(withConfidence(0.5))?.link?.text).toBe('30 answers by confidence')
})
