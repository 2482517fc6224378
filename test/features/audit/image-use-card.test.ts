import { expect, test } from 'vitest'
import { imageUseCard } from '../../../src/features/audit/ui/image-use-card.ts'
import { makeReportFacts, many, right } from '../../unit/support/unread-run.ts'

const notAsked =
  'It is not known whether the model looks: no pass has asked the questions without their images.'

const asked = makeReportFacts(Array.from({ length: 30 }, (_, index) => right(index)))
const facts = { ...asked, rows: asked.rows.map(row => ({ ...row, image: `${row.index}.png` })) }

test('without a pass on the images it is not known whether the model looks, and the card leads to the audit', () => {
  const card = imageUseCard(facts)
  expect(card?.sentences).toEqual([notAsked, 'Nothing shows whether its right answers need their images.'])
  expect(card?.isShown).toBe(false)
  expect(card?.lines.map(({ share }) => share)).toEqual([facts.overview.overall])
  expect(card?.samples.map(({ index }) => index)).toEqual([0, 1, 2])
  expect(card?.link?.text).toMatch(/^Image use, 0 passes/)
  expect(card?.link?.href).toContain('/audit')
})

test('where no answer is right, the images of others are shown; where no question has an image, nothing is said', () => {
  const wrong = facts.rows.map(row => ({ ...row, verdict: 'wrong' as const }))
  const card = imageUseCard({ ...facts, rows: wrong })
  expect(card?.sentences).toEqual([notAsked])
  expect(card?.samples).toHaveLength(3)
  expect(imageUseCard(asked)).toBeNull()
})

test('nothing is said of a pass, of unread replies, or of a run that this page cannot continue', () => {
  expect(imageUseCard({ ...makeReportFacts(many), rows: facts.rows })).toBeNull()
  expect(imageUseCard({ ...facts, run: { ...facts.run, probe: { kind: 'blank-image' } } })).toBeNull()
  const environment = { ...facts.run.environment, runtime: 'node' } as typeof facts.run.environment
  expect(imageUseCard({ ...facts, run: { ...facts.run, environment } })).toBeNull()
})
