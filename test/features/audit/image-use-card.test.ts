import { expect, test } from 'vitest'
import { imageUseCard, notAsked } from '../../../src/features/audit/ui/image-use-card.ts'
import { factsOf, many, right } from '../../unit/support/unread-run.ts'

const facts = factsOf(Array.from({ length: 30 }, (_, index) => right(index)))

test('without a pass on the images it is not known whether the model looks, and the card leads to the audit', () => {
  const card = imageUseCard(facts)
  expect(card?.sentences).toEqual([notAsked])
  expect(card?.isShown).toBe(false)
  expect(card?.link?.href).toContain('/audit')
})

test('nothing is said of a pass, of unread replies, or of a run that this page cannot continue', () => {
  expect(imageUseCard(factsOf(many))).toBeNull()
  expect(imageUseCard({ ...facts, run: { ...facts.run, probe: { kind: 'blank-image' } } })).toBeNull()
  const environment = { ...facts.run.environment, runtime: 'node' } as typeof facts.run.environment
  expect(imageUseCard({ ...facts, run: { ...facts.run, environment } })).toBeNull()
})
