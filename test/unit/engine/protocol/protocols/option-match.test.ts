/** A judge model says which option a reply means. */
import { expect, test } from 'vitest'
import {
  optionMatch,
  optionMatchProtocol,
} from '../../../../../src/engine/protocol/protocols/option-match.ts'
import { findProtocol } from '../../../../../src/engine/protocol/protocols/registry.ts'

const fields = {
  id: 's',
  question: 'Which organ is shown?',
  options: { A: 'Heart', B: 'Lung' },
  response: 'The pumping organ',
}

test('its prompt is frozen: a change is a new version', () => {
  expect(findProtocol(optionMatch)).toBe(optionMatchProtocol)
  expect(optionMatchProtocol.prompt(fields)).toBe(
    `A model answered a question on a medical image in its own words. Which of these options does its answer mean?

Question: Which organ is shown?
A. Heart
B. Lung

Answer of the model, between the lines:
-----
The pumping organ
-----

Do not answer the question yourself. If the answer means none of the options, or more than one, x is 0.
Otherwise x is the letter of the option.
Reply with this JSON object and nothing else: {"option": "x"}`,
  )
})

test.each([
  ['{"option": "A"}', 'A'],
  ['I think so.\n```json\n{"option": "B"}\n```', 'B'],
  ['{"option": "A"} no, {"option": "B"}', 'B'],
  ['{"option": "0"}', '0'],
  ['{"option": 0}', '0'],
])('%s is read', (reply, parsed) => {
  expect(optionMatchProtocol.judge(reply, fields)).toEqual({ parsed, correct: true })
})

test.each(['', 'A', '{"option": "C"}', '{"option": "Heart"}', '{"option": ["A"]}', '{"option": "A"', '{A}'])(
  '%s names no option that was offered, and is not guessed',
  reply => {
    expect(optionMatchProtocol.judge(reply, fields)).toMatchObject({ parsed: '', correct: false })
  },
)

test('held to its form, a reply can be nothing else', () => {
  const { replyForm } = optionMatchProtocol
  const whole = '{"option": "B"}'
  for (let to = 0; to <= whole.length; to++) expect(replyForm?.isBeginning(whole.slice(0, to))).toBe(true)
  expect(replyForm?.isWhole(whole)).toBe(true)
  expect(replyForm?.isWhole('{"option": "B"')).toBe(false)
  expect(replyForm?.isBeginning('{"option": "BA')).toBe(false)
  expect(replyForm?.mayHold('option')).toBe(true)
  expect(replyForm?.mayHold('answer')).toBe(false)
})
