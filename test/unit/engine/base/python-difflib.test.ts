import { expect, test } from 'vitest'
import { sequenceRatio } from '../../../../src/engine/base/python-difflib.ts'
import { judgesGolden } from '../../support/judges-golden.ts'

test("texts are as similar as Python's difflib says", () => {
  for (const [first, second, ratio] of judgesGolden.ratios)
    expect(sequenceRatio(first, second), second).toBe(ratio)
})

test('two empty texts are the same, an empty one and another have nothing in common', () => {
  expect([sequenceRatio('', ''), sequenceRatio('', 'a')]).toEqual([1, 0])
})
