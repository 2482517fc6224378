import { floatRepr } from '@voxelwise/python'
import { expect, test } from 'vitest'
import { mmmuText, openCandidates } from '../../../../../src/engine/protocol/judges/mmmu.ts'
import { judgesGolden } from '../../../support/judges-golden.ts'

const isRight = (reply: string, right: readonly string[]): boolean =>
  mmmuText.judge(reply, { kind: 'text', options: [], answer: right[0] ?? '', accepted: right }).correct

const spelled = (reply: string) =>
  openCandidates(reply)
    .map(candidate => (typeof candidate === 'number' ? floatRepr(candidate) : candidate))
    .sort()

test("candidates and verdicts are those of MMMU's own code", () => {
  const wrong: unknown[] = []
  for (const [reply, right, candidates, correct] of judgesGolden.open) {
    const found = [[...new Set(spelled(reply))], isRight(reply, right)]
    const expected = [[...new Set(candidates)].sort(), correct]
    if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push({ reply, right, found, expected })
  }
  expect(wrong).toEqual([])
})

test('a number is right to the hundredth, a text inside of a candidate', () => {
  expect(isRight('so the length is 12.499 mm', ['12.5'])).toBe(true)
  expect(isRight('It is the left lung.', ['lung'])).toBe(true)
})
