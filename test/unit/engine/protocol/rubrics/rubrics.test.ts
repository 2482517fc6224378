import { expect, test } from 'vitest'
import { readRatings } from '../../../../../src/engine/protocol/rubrics/read-ratings.ts'
import {
  overallRating,
  rubricNamed,
  rubricPrompt,
  rubrics,
} from '../../../../../src/engine/protocol/rubrics/rubric.ts'

const medCmrRubric = rubricNamed('med-cmr')

const item = {
  id: '7',
  question: 'What explains the finding?',
  reference: 'A cyst',
  description: 'A dark round area in the liver.',
  response: 'Reasoning: dark.\nAnswer: a cyst',
  image: 'imgs/7.png',
}

const reply = (consistency: unknown, rest: unknown = 10) =>
  `Here: {"consistency": ${consistency}, "coherence": ${rest}, "visual_accuracy": ${rest}, "ground_truth": ${rest}}`

test('Med-CMR’s overall figure is (Con + Coh + 4 VA + 4 GT) / 10, from 0 to 100', () => {
  const rate = (consistency: number, coherence: number, visual_accuracy: number, ground_truth: number) =>
    overallRating(medCmrRubric, { consistency, coherence, visual_accuracy, ground_truth })
  expect(rate(10, 10, 10, 10)).toBe(100)
  expect(rate(0, 0, 0, 0)).toBe(0)
  expect(rate(8, 6, 5, 2)).toBeCloseTo((80 + 60 + 4 * 50 + 4 * 20) / 10)
})

test('a judge sees the question, the image’s description, the right answer, the answer and the only form of reply', () => {
  const prompt = rubricPrompt(medCmrRubric, item)
  for (const part of [item.question, item.description, item.reference, item.response])
    expect(prompt).toContain(part)
  expect(prompt).toMatch(/"ground_truth": n\}$/)
  expect(prompt).toContain('a whole number from 0 (worst) to 10 (best)')
  expect(rubricPrompt(medCmrRubric, { ...item, description: null })).not.toContain('Description of the image')
})

test('a reply is read from the last object with every rating', () => {
  expect(readRatings(medCmrRubric, `${reply(3)} no: ${reply(4)} {that is all}`)).toEqual({
    status: 'read',
    ratings: { consistency: 4, coherence: 10, visual_accuracy: 10, ground_truth: 10 },
  })
})

test.each([
  ['', 'the reply holds no JSON object'],
  ['Consistency: 8', 'the reply holds no JSON object'],
  [reply(11), 'consistency is no whole number from 0 to 10'],
  [reply(-1), 'consistency is no whole number from 0 to 10'],
  [reply('7.5'), 'consistency is no whole number from 0 to 10'],
  [reply('"8"'), 'consistency is no whole number from 0 to 10'],
  [reply('null'), 'consistency is no whole number from 0 to 10'],
  ['{"consistency": 3}', 'coherence is missing'],
  ['{'.repeat(200_000), 'the reply is too long'],
])('%# is not read, nor guessed', (text, why) => {
  expect(readRatings(medCmrRubric, text)).toEqual({ status: 'unparsed', why })
})

test('a rubric is there once, its dimensions too', () => {
  expect(new Set(rubrics.map(({ id }) => id)).size).toBe(rubrics.length)
  for (const { dimensions } of rubrics)
    expect(new Set(dimensions.map(({ id }) => id)).size).toBe(dimensions.length)
})
