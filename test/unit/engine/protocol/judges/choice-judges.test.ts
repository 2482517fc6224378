import { describe, expect, test } from 'vitest'
import { judgeAnswer } from '../../../../../src/engine/protocol/judges/judge.ts'
import { medevalkitJudge } from '../../../../../src/engine/protocol/judges/medevalkit.ts'
import { mmmuJudge } from '../../../../../src/engine/protocol/judges/mmmu.ts'
import { newestJudges } from '../../../../../src/engine/protocol/judges/registry.ts'
import { vlmevalkitJudge } from '../../../../../src/engine/protocol/judges/vlmevalkit.ts'
import type { AnswerOption, Judgement } from '../../../../../src/engine/protocol/reading.ts'
import { judgedLines, judgesGolden, lettered } from '../../../support/judges-golden.ts'
import { Random } from '../../../support/random.ts'
import { rounds } from '../../../support/rounds.ts'

/** Whatever reads a choice, as `--judge` names it. */
const choiceReaders = newestJudges().flatMap(({ id, readers }) =>
  readers.choice ? [[id, readers.choice] as const] : [],
)
const makeChoice = (options: readonly AnswerOption[], answer: string) =>
  ({ kind: 'choice', options, answer }) as const

const makeOptions = (options: Readonly<Record<string, string>>): AnswerOption[] =>
  Object.entries(options).map(([letter, text]) => ({ letter, text }))

/** The letter read, null where the original guesses or finds none. */
const readLetter = ({ reading }: Judgement) => (reading.status === 'read' ? reading.answer : null)

describe("the evaluators' own verdicts on 700 answers", () => {
  const lines = judgedLines().map(line => ({ ...line, options: makeOptions(line.options) }))

  test('there are 700', () => {
    expect(lines).toHaveLength(700)
  })

  test.each([
    ['vlmevalkit', vlmevalkitJudge],
    ['mmmu', mmmuJudge],
  ] as const)('%s reads the same letter of every one, or none', (name, judge) => {
    const wrong = lines.filter(line => {
      const judged = judge(line.response, line.options, line.answer)
      return readLetter(judged) !== line[name] || judged.correct !== (line[name] === line.answer)
    })
    expect(wrong).toEqual([])
  })

  test('medevalkit finds the same right', () => {
    const wrong = lines.filter(
      ({ response, options, answer, medevalkit_correct }) =>
        medevalkitJudge(response, options, answer).correct !== medevalkit_correct,
    )
    expect(wrong).toEqual([])
  })
})

test("made-up replies are judged as by the evaluators' own code", () => {
  const wrong: unknown[] = []
  for (const row of judgesGolden.choices) {
    const [texts, reply, right, vlmevalkitRead, mmmuRead, medevalkitCorrect] = row
    const options = lettered(texts.map(index => judgesGolden.optionTexts[index] ?? ''))
    const found = [
      readLetter(vlmevalkitJudge(reply, options, right)),
      readLetter(mmmuJudge(reply, options, right)),
      medevalkitJudge(reply, options, right).correct,
    ]
    const expected = [vlmevalkitRead, mmmuRead, medevalkitCorrect]
    if (JSON.stringify(found) !== JSON.stringify(expected))
      wrong.push({ reply, options, right, found, expected })
  }
  expect(wrong).toEqual([])
})

describe('whatever the reply', () => {
  const pieces = [
    ...'ABCDEZabez .,:()*\n',
    'answer is ',
    '\\boxed{',
    '}',
    'cyst',
    '\ud83e',
    '\udec0',
    'é',
    '答案:',
  ]
  const options = lettered(['A cyst', 'Normal', 'cyst', 'Ödem', ''])

  test.each(choiceReaders)('%s never throws, and unparsed is never right', (_, reader) => {
    const random = new Random(21)
    for (let round = 0; round < rounds(4000); round++) {
      const reply = random.text(pieces, 12)
      const answer = random.pick(options).letter
      const { reading, correct } = reader.judge(reply, makeChoice(options, answer))
      if (reading.status === 'unparsed') {
        expect(correct, reply).toBe(false)
        expect(reading.original).not.toBe('')
      } else {
        expect([...options.map(({ letter }) => letter), 'Z']).toContain(reading.answer)
      }
    }
  })

  test('every judge calls no reply unparsed', () => {
    for (const { readers } of newestJudges())
      for (const reader of Object.values(readers))
        expect(judgeAnswer(reader, null, makeChoice(options, 'A'), 'sample 1')).toEqual({
          parsed: '',
          correct: false,
          unparsed: 'there is no reply to judge',
        })
  })
})

describe('a guess is named, never made', () => {
  const options = lettered(['Malignant', 'Normal', 'Cyst'])

  test('MMMU', () => {
    expect(mmmuJudge('I cannot tell', options, 'A').reading).toEqual({
      status: 'unparsed',
      original: 'MMMU guesses at random among A, B, C (seed 42)',
    })
  })

  test('VLMEvalKit', () => {
    expect(vlmevalkitJudge('I cannot tell', options, 'A').reading).toMatchObject({
      status: 'unparsed',
      original: expect.stringContaining('guesses at random among the options and Z'),
    })
  })

  test('MedEvalKit takes the nearest option and marks it', () => {
    expect(medevalkitJudge('malignancy', options, 'A')).toEqual({
      reading: { status: 'read', answer: 'A', rule: 'nearest option' },
      correct: true,
    })
  })
})

test.each([
  ['options', 'a normal cyst (B '],
  ['empty lines', 'a\n\n\n\n\n\n\n'],
  ['spaces', '        '],
  ['brackets', '\\boxed{(['],
  ['marks', 'Answer is '],
])(
  'a hostile reply of 20,000 times %s is still judged',
  (_, piece) => {
    const options = lettered(['a cyst', 'normal', 'no finding', 'benign'])
    const reply = `x${piece.repeat(20_000)}x`
    for (const [id, reader] of choiceReaders)
      expect(reader.judge(reply, makeChoice(options, 'A')).reading.status, id).toMatch(/read|unparsed/)
  },
  30_000,
)
