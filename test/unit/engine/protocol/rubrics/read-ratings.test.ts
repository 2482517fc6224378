import { expect, test } from 'vitest'
import { replyForm } from '../../../../../src/engine/protocol/protocols/rubric.ts'
import { rubricNamed, rubrics } from '../../../../../src/engine/protocol/rubrics/rubric.ts'

const medCmrRubric = rubricNamed('med-cmr')
const medqRubric = rubricNamed('medq-bench')

const whole = '{"consistency": 10, "coherence": 1, "visual_accuracy": 0, "ground_truth": 9}'

test('every beginning of a reply is valid, and only the complete one is complete', () => {
  const form = replyForm(medCmrRubric)
  for (let to = 0; to <= whole.length; to++) {
    expect(form.isBeginning(whole.slice(0, to))).toBe(true)
    expect(form.isWhole(whole.slice(0, to))).toBe(to === whole.length)
  }
})

test.each([
  ['another beginning', 'Here: {'],
  ['beyond the scale', '{"consistency": 11'],
  ['a zero before', '{"consistency": 01'],
  ['no number', '{"consistency": ,'],
  ['another order', '{"coherence": 1'],
  ['something behind', `${whole} `],
])('%s is invalid', (_, text) => {
  expect(replyForm(medCmrRubric).isBeginning(text)).toBe(false)
})

test('tokens that no reply can contain are excluded', () => {
  const form = replyForm(medqRubric)
  for (const text of ['{"', 'completeness', '": ', '2', ', "', '}', ' "precise'])
    expect(form.mayHold(text)).toBe(true)
  for (const text of ['', 'the', '[', '{"a', '\n\n"x']) expect(form.mayHold(text)).toBe(false)
})

test('a complete reply is read', async () => {
  const { readRatings } = await import('../../../../../src/engine/protocol/rubrics/read-ratings.ts')
  for (const rubric of rubrics) {
    const reply = `{${rubric.dimensions.map(({ id }) => `"${id}": ${rubric.scale.most}`).join(', ')}}`
    expect(replyForm(rubric).isWhole(reply)).toBe(true)
    expect(readRatings(rubric, reply).status).toBe('read')
  }
})
