import { expect, test } from 'vitest'
import { letterInOtherForm } from '../../../../src/engine/protocol/judges/other-form.ts'

test.each([
  ['Option B', 'B'],
  ['option b is right', 'B'],
  ['<answer>B</answer>', 'B'],
  ['<answer> c </answer>', 'C'],
  ['答案是B', 'B'],
  ['正确答案为 C。', 'C'],
  ['I would choose D because a mass is seen', 'D'],
  ['Option A shows it', 'A'],
  ['La réponse est B', 'B'],
  // None, or more than one.
  ['A nodule is seen', null],
  ['I see nothing', null],
  ['A or B', null],
  ['Option E', null],
  ['MRI of T2, vitamin B12', null],
  ['a cyst', null],
  ['', null],
])('%s', (reply, letter) => {
  expect(letterInOtherForm(reply, ['A', 'B', 'C', 'D'])).toBe(letter)
})
