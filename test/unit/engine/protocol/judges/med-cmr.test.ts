import { expect, test } from 'vitest'
import { medCmr } from '../../../../../src/engine/protocol/judges/med-cmr.ts'
import { lettered } from '../../../support/judges-golden.ts'

const options = lettered(['one', 'two', 'three', 'four', 'five'])

test.each([
  ['A', 'A', 'letter'],
  [' c\n', 'C', 'letter'],
  ['The lesion is dark.\nAnswer: (c)', 'C', 'answer phrase'],
  ['answer - B.\nA', 'B', 'answer phrase'],
  ['D) four, because …', 'D', 'letter'],
  ['E. five', 'E', 'letter'],
  ['B: two', 'B', 'letter'],
  ['C- three', 'C', 'letter'],
  ['B) two\nAnswer: C', 'C', 'answer phrase'],
  ['It is dark.\n\nD.', 'D', 'letter'],
  ['Answer: F\nA', 'A', 'letter'],
])('%j reads %s', (reply, answer, rule) => {
  expect(medCmr(reply, options, answer)).toEqual({ reading: { status: 'read', answer, rule }, correct: true })
})

test.each(['', 'F', 'A differential includes B and C', 'a) one', 'The answer is B', 'AB', 'one'])(
  '%j is invalid',
  reply => {
    const { reading, correct } = medCmr(reply, options, 'A')
    expect([reading.status, correct]).toEqual(['unparsed', false])
  },
)
