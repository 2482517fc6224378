/** Which cards a run's findings make, in which order, and where each leads. */
import { expect, test } from 'vitest'
import {
  type CardMaker,
  findingCards,
  seeingWords,
  threeOf,
} from '../../../../../src/ui/results/findings/finding-cards.ts'
import { estimate } from '../../../support/estimates.ts'
import { answered } from '../../../support/records.ts'
import { factsOf, fields, many, right } from '../../../support/unread-run.ts'

/** Task 1 is always wrong, task 0 always right; each question has its own image. */
const asked = factsOf(
  Array.from({ length: 80 }, (_, index) =>
    index % 2 === 0 ? right(index) : answered(index, fields(index), { parsed: 'B', correct: false }),
  ),
)
const facts = { ...asked, rows: asked.rows.map(row => ({ ...row, image: `${row.index}.png` })) }

test('what a run cannot do is one card, with its wrong answers and three of their images', () => {
  const cards = findingCards(facts, [])
  expect(cards.map(({ id }) => id)).toEqual(expect.arrayContaining(['overall', 'cannot']))
  expect(cards.filter(({ id }) => id === 'cannot')).toHaveLength(1)
  const card = cards.find(({ id }) => id === 'cannot')
  expect(card?.sentences[0]).toMatch(/^1 voxel of 2 is below guessing\.$/)
  expect(card?.sentences).toContain('1 voxel is less accurate than the rest of the run.')
  expect(card?.link).toMatchObject({ text: '40 wrong answers' })
  expect(card?.link?.href).toContain('task=Task+1')
  expect(card?.link?.href).toContain('verdict=wrong')
  expect(card?.samples.map(({ index }) => index)).toEqual([1, 3, 5])
})

test('the heavier a card, the further in front; what the run does not show stands behind', () => {
  const cards = findingCards(facts, [])
  const weights = cards.map(({ weight }) => weight)
  expect(weights).toEqual(weights.toSorted((a, b) => b - a))
  expect(cards[0]?.id).toBe('overall')
  const quiet = cards.findIndex(({ id, isShown }) => id !== 'overall' && !isShown)
  if (quiet !== -1) expect(cards.slice(quiet).filter(({ isShown }) => isShown)).toEqual([])
})

test('a feature’s sentence comes first on a card that the core makes too', () => {
  const made: CardMaker = () => ({
    ...{ id: 'cannot', title: 'What it cannot do', sentences: ['The feature’s.'], isShown: true },
    ...{ lines: [], samples: [], link: null, weight: 1 },
  })
  const card = findingCards(facts, [made, () => null]).find(({ id }) => id === 'cannot')
  expect(card?.sentences[0]).toBe('The feature’s.')
  expect(card?.sentences[1]).toContain('below guessing')
  expect(card?.lines).not.toEqual([])
  expect(card?.link?.text).toBe('40 wrong answers')
})

test('of unread replies there is one card', () => {
  expect(findingCards(factsOf(many), []).map(({ id }) => id)).toEqual(['unread'])
})

test('three samples are of three images', () => {
  const shown = (index: number, image: string | null) => ({ index, id: `${index}`, image })
  const rows = [shown(0, 'a'), shown(1, 'a'), shown(2, null), shown(3, 'b'), shown(4, 'c'), shown(5, 'd')]
  expect(threeOf(rows).map(({ index }) => index)).toEqual([0, 3, 4])
})

test('an accuracy on questions from headers is compared with the highest of three baselines', () => {
  const whole = (correct: number) => ({
    ...estimate(400, correct, 0.25),
    ...{ label: 'All questions', majority: 0.353, optionsOnly: 0.3, answers: 4 },
  })
  expect(seeingWords(whole(102))).toBe(
    '25.5%, not clearly above the most frequent answer (35.3%): no sign that it sees the image.',
  )
  expect(seeingWords(whole(300))).toBe(
    '75.0%, above guessing, the most frequent answer and the options alone: a sign that it sees the image.',
  )
})
