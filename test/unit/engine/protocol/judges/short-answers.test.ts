import { describe, expect, test } from 'vitest'
import { exactMatch, exactMatchRules } from '../../../../../src/engine/protocol/judges/exact-match.ts'
import { mmmuText } from '../../../../../src/engine/protocol/judges/mmmu.ts'
import {
  answerPart,
  slakeNormalised,
  smmileNormalised,
  squadNormalised,
} from '../../../../../src/engine/protocol/judges/normalise.ts'
import { exactSet, kokushi } from '../../../../../src/engine/protocol/judges/several.ts'
import { yesNoReader, yesNoRules, yesOrNo } from '../../../../../src/engine/protocol/judges/yes-no.ts'
import { judgesGolden, lettered } from '../../../support/judges-golden.ts'
import { Random } from '../../../support/random.ts'
import { rounds } from '../../../support/rounds.ts'

test("short answers are levelled as by the evaluators' own code", () => {
  for (const [reply, levelled] of judgesGolden.short) {
    expect({
      squad: squadNormalised(reply),
      smmile: smmileNormalised(reply),
      'lmms-eval-slake': slakeNormalised(reply),
      medevalkit: answerPart(reply),
      kokushi: kokushiLetters(reply),
    }).toEqual(levelled)
  }
})

function kokushiLetters(reply: string): string {
  const { reading } = kokushi(reply, '')
  return reading.status === 'read' ? [...reading.answer].join('') : ''
}

test("yes and no are judged as by MedEvalKit's own code", () => {
  for (const [reply, , , , [yes, no]] of judgesGolden.short) {
    expect(judgeYesNo('medevalkit', reply, 'yes').correct, reply).toBe(yes)
    expect(judgeYesNo('medevalkit', reply, 'no').correct, reply).toBe(no)
  }
})

const judgeYesNo = (rule: keyof typeof yesNoRules, reply: string, answer: string) =>
  yesNoReader(rule).judge(reply, { kind: 'yes-no', options: [], answer })

describe('yes or no', () => {
  test.each([
    ['medevalkit', 'It is normal.', 'no'],
    ['medevalkit', '<answer>Yes</answer>', 'yes'],
    ['medevalkit', 'yes and no', null],
    ['medevalkit', '是的', null],
    ['lmms-eval-slake', '是的。', 'yes'],
    ['lmms-eval-slake', '没有', 'no'],
    ['lmms-eval-slake', 'Yes (probably)', 'yes'],
    ['lmms-eval-slake', 'Yes, it is', null],
    ['temmed-bench', 'Yes, it is', 'yes'],
    ['temmed-bench', 'Not sure', 'no'],
    ['temmed-bench', ' Yes', null],
  ] as const)('%s reads %j as %s', (rule, reply, answer) => {
    const reading = yesNoRules[rule](reply)
    expect(reading.status === 'read' ? reading.answer : null).toBe(answer)
  })

  test('a data set’s words for yes or no', () => {
    expect(['Yes.', '否', 'left lung'].map(yesOrNo)).toEqual(['yes', 'no', null])
  })
})

describe('several letters', () => {
  const options = lettered(['one', 'two', 'three', 'four', 'five'])

  test.each([
    ['A, C', true],
    ['CA', true],
    ['C and A', true],
    ['Answer: a', false],
    ['Answer: C、A', true],
    ['A', false],
    ['A, C, D', false],
    ['A, C, F', false],
    ['', false],
    ['A cyst', false],
  ])('%j for A and C: %s', (reply, correct) => {
    expect(exactSet(reply, options, ['A', 'C']).correct).toBe(correct)
  })

  test('digits are letters of their own in KokushiMD-10, and an empty key is never right', () => {
    expect(kokushi('3、1', '13').correct).toBe(true)
    expect(kokushi('。', '').correct).toBe(false)
    expect(kokushi('c, A', 'ac').correct).toBe(true)
  })
})

describe('whatever the reply', () => {
  const pieces = [...'abcABC12.,(（)\n ', 'yes', 'no', '是', '否', 'Answer: ', '\\boxed{', '}', '\ud83e', 'é']
  const options = lettered(['one', 'two', 'three'])
  const listKeys = <Key extends string>(rules: Readonly<Record<Key, unknown>>) => Object.keys(rules) as Key[]
  const judges = (reply: string) => [
    ...listKeys(exactMatchRules).map(rule => exactMatch(rule, reply, ['yes'])),
    ...listKeys(yesNoRules).map(rule => judgeYesNo(rule, reply, 'yes')),
    kokushi(reply, 'AC'),
    exactSet(reply, options, ['A', 'C']),
    mmmuText.judge(reply, { kind: 'text', options: [], answer: '12' }),
  ]

  test('nothing throws, and unparsed is never right', () => {
    const random = new Random(22)
    for (let round = 0; round < rounds(4000); round++) {
      const reply = random.text(pieces, 10)
      for (const { reading, correct } of judges(reply)) {
        if (reading.status === 'unparsed') expect(correct, reply).toBe(false)
      }
    }
  })

  test.each(['((((', '（（（（', '1111', '1,11', '   \n', 'A,A,', 'answer: '])(
    'a hostile reply of 20,000 times %j is still judged',
    piece => {
      const read = judges(`x${piece.repeat(20_000)}x`)
      expect(read.every(({ reading }) => reading.status === 'read' || reading.status === 'unparsed')).toBe(
        true,
      )
    },
    30_000,
  )
})
