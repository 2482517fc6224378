import { isJsonObject, type JsonObject, parseJson } from '@voxelwise/python'
import { expect, test } from 'vitest'
import { medrcube } from '../../../../../src/engine/protocol/protocols/medrcube.ts'

test('a prompt shows the options that are there, as Python writes them', () => {
  const fields = sample('{"question": "Which?", "option_D": null, "option_A": 1.0, "option_B": ["é", true]}')
  expect(medrcube.prompt(fields)).toBe(
    "Question: Which?\nOptions:\nA. 1.0\nB. ['é', True]\nD. None\n" +
      "Answer with the option's letter from the given choices directly.",
  )
})

test.each([
  ['the last of equal options', '{"gt_answer": "x", "option_A": "x", "option_C": "x", "option_D": "y"}', 'C'],
  ['none', '{"gt_answer": "x", "option_A": "X"}', ''],
  ['a number by its value', '{"gt_answer": 1, "option_A": "1", "option_B": 1.0}', 'B'],
  ['true for one', '{"gt_answer": true, "option_A": 1}', 'A'],
  ['null for a missing answer', '{"option_A": null}', 'A'],
])('the right letter: %s', (_, text, letter) => {
  expect(medrcube.rightAnswer(sample(text))).toBe(letter)
})

function sample(text: string): JsonObject {
  const value = parseJson(text)
  if (!isJsonObject(value)) throw new Error('not an object')
  return value
}
