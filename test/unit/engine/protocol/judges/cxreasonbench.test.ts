/** CXReasonBench: which letters stand behind FINAL ANSWER; what its judge model would have to decide is unparsed. */
import { expect, test } from 'vitest'
import { cxReasonBenchReader } from '../../../../../src/engine/protocol/judges/cxreasonbench.ts'

const options = ['Yes', 'No', 'I don’t know', 'None of the above'].map((text, i) => ({
  letter: 'ABCD'[i] ?? '',
  text,
}))
const judge = (reply: string, answer = 'A') =>
  cxReasonBenchReader.judge(reply, { kind: answer.length > 1 ? 'several' : 'choice', options, answer })

test.each([
  ['FINAL ANSWER: (a) Yes'],
  ['Final answer: A'],
  ['**FINAL ANSWER:** (A) Yes\nThe carina is (b) in the middle.'],
  ['It may be (b). FINAL ANSWER: a.'],
  ['FINAL ANSWER: (b) No. On reflection, FINAL ANSWER: (a) Yes'],
])('%j names the first option', reply => {
  expect(judge(reply)).toEqual({ reading: { status: 'read', answer: ['A'], rule: 'letters' }, correct: true })
})

test.each([
  ['(a) Yes'],
  ['The answer is yes.'],
  ['FINAL ANSWER: Yes'],
  ['FINAL ANSWER: A mass'],
  ['FINAL ANSWER: (z)'],
])('%j is left to a judge model', reply => {
  expect(judge(reply)).toMatchObject({ reading: { status: 'unparsed' }, correct: false })
})

test('of several options all and no other are right', () => {
  expect(judge('FINAL ANSWER: (c) 3rd image, (a) 1st image', 'AC').correct).toBe(true)
  expect(judge('FINAL ANSWER: (a) 1st image', 'AC').correct).toBe(false)
  expect(judge('FINAL ANSWER: (a), (b), (c)', 'AC').correct).toBe(false)
})
