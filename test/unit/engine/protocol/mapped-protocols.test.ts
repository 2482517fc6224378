/** The protocols of mapped samples: prompts, readings, right answers and chance of every kind of question. */
import { describe, expect, test } from 'vitest'
import { guessingChance } from '../../../../src/engine/protocol/chance.ts'
import { findJudge, newestJudges } from '../../../../src/engine/protocol/judges/registry.ts'
import { rotated } from '../../../../src/engine/protocol/protocol.ts'
import {
  findProtocol,
  mappedProtocols,
  protocolReference,
} from '../../../../src/engine/protocol/protocols/registry.ts'
import { judgedLines } from '../../support/judges-golden.ts'
import { mappedFields, severalQuestion, textQuestion, yesNoQuestion } from '../../support/mapped.ts'
import { Random } from '../../support/random.ts'
import { rounds } from '../../support/rounds.ts'

const versioned = (id: string, version: number) => findProtocol({ id, version })
const newest = (id: string) => mappedProtocols.find(protocol => protocol.id === id)?.version ?? 0
const named = (id: string) => versioned(id, newest(id))
const direct = named('direct')
const choice = mappedFields()
const yesNo = mappedFields(yesNoQuestion)
const several = mappedFields(severalQuestion)
const text = mappedFields(textQuestion)

describe("on 700 answers, as the evaluators' own code", () => {
  const lines = judgedLines().map(({ options, answer, ...line }) => ({
    ...line,
    fields: mappedFields({ options, answer }),
    answer,
  }))

  test.each(['vlmevalkit', 'mmmu'] as const)('%s reads the same letter, or says that it is unparsed', id => {
    for (const line of lines) {
      const verdict = named(id).judge(line.response, line.fields)
      expect(verdict.parsed, line.response).toBe(line[id] ?? '')
      expect(verdict.unparsed === undefined, line.response).toBe(line[id] !== null)
      expect(verdict.correct, line.response).toBe(line[id] === line.answer)
    }
  })

  test('medevalkit finds the same right answers, and marks the nearest option', () => {
    for (const line of lines)
      expect(named('medevalkit').judge(line.response, line.fields).correct).toBe(line.medevalkit_correct)
    expect(named('medevalkit').judge('something else', choice).rule).toBe('nearest option')
  })
})

test('MMMU guesses at random without a letter: we never do, and report it', () => {
  expect(named('mmmu').judge('I do not know', choice)).toEqual({
    parsed: '',
    correct: false,
    unparsed: 'MMMU guesses at random among A, B, C, D, E (seed 42)',
  })
})

test('Med-CMR asks as its paper does', () => {
  expect(named('med-cmr').prompt(choice)).toBe(
    'Please carefully observe this medical image and answer the following question:\n\nQuestion: What is shown?\n\n' +
      'Options:\nA) A mass\nB) A cyst\nC) A fracture\nD) An effusion\nE) Nothing\n\nAnswer only with the option letter (A–E).',
  )
  expect(named('med-cmr').prompt(text)).toBe(
    'Please carefully observe this medical image and answer the following question:\n\nQuestion: Which organ?\n\n' +
      'Think step by step, integrating both visual features and medical knowledge to reach your conclusion. Then provide the final answer to the question in one short sentence or a single medical term.\n\n' +
      'Output format (Must follow strictly):\nReasoning: <visual and diagnostic reasoning process>\nAnswer: <final answer to the question>',
  )
})

test.each([
  ['Reasoning: dark and round.\nAnswer: Liver.', true],
  ['Reasoning: dark.\n**Answer:** the liver', true],
  ['Answer: spleen\nAnswer: liver', true],
  ['liver', true],
  ['Reasoning: the liver is dark.\nAnswer: spleen', false],
])('Med-CMR, open: %j', (response, correct) => {
  expect(named('med-cmr').judge(response, text).correct).toBe(correct)
})

test('MedQ-Bench asks for a description in the benchmark’s own words alone, with room for it', () => {
  const asked = named('medq-bench')
  expect(asked.prompt(text)).toBe('Which organ?')
  expect(asked.newTokens).toEqual({ text: 256 })
  expect(asked.prompt(choice)).toBe(direct.prompt(choice))
})

test('VLMEvalKit shows a hint, if a table has one', () => {
  const prompt = named('vlmevalkit').prompt({ ...choice, hint: 'Look left.' })
  expect(prompt).toMatch(/^Hint: Look left\.\nQuestion: What is shown\?\nOptions:\nA\. A mass\n/)
})

test.each(mappedProtocols.map(protocol => [protocol.id, protocol] as const))(
  '%s: prompts of every kind have its beginning and show the choices',
  (_, protocol) => {
    for (const fields of [choice, yesNo, several, text]) {
      const prompt = protocol.prompt(fields)
      expect(prompt.startsWith(protocol.promptOpening) || protocol.answerKind(fields) !== 'choice').toBe(true)
      expect(prompt).toContain(fields.question)
      for (const option of Object.values(fields.options ?? {})) expect(prompt).toContain(option)
      // What is right must not stand there by itself.
      if (fields.kind === 'text') expect(prompt.toLowerCase()).not.toContain('liver')
    }
  },
)

describe('direct', () => {
  test.each([
    ['B', 'B', 'letter'],
    ['b', 'B', 'letter'],
    ['B.', 'B', 'letter'],
    ['**B**', 'B', 'letter'],
    ['(B) A cyst', 'B', 'letter'],
    ['B: a cyst', 'B', 'letter'],
    [' \\boxed{B}', 'B', 'letter'],
    ['B\nbecause it is round', 'B', 'letter'],
    ['The answer is B.', 'B', 'answer phrase'],
    ['It is round. Answer: (B)', 'B', 'answer phrase'],
    ['a cyst', 'B', 'option text'],
    ['A cyst.', 'B', 'option text'],
  ])('reads %j as %s, by %s', (response, parsed, rule) => {
    expect(direct.judge(response, choice)).toEqual({ parsed, correct: true, rule })
  })

  test.each([
    'A nodule is seen',
    'The answer is a mass and a cyst',
    'The answer is benign',
    'B because it is round',
    'A or B',
    'B, C',
    'F',
    'Z.',
    '',
    'I cannot tell.',
    'A cyst or nothing',
  ])('does not read %j', response => {
    expect(direct.judge(response, choice)).toMatchObject({ parsed: '', correct: false })
    expect(direct.judge(response, choice).unparsed).toMatch(/counted wrong/)
  })

  test.each([
    [yesNo, 'Yes', 'yes', true],
    [yesNo, 'Yes, it is.', 'yes', true],
    [yesNo, '**No**', 'no', false],
    [yesNo, '是', 'yes', true],
    [yesNo, 'Normal', '', false],
    [yesNo, 'It is not.', '', false],
    [several, 'B, D', 'BD', true],
    [several, 'DB', 'BD', true],
    [several, 'B', 'B', false],
    [several, 'B and C and D', 'BCD', false],
    [several, 'B, Z', '', false],
    [text, 'liver.', 'liver', true],
    [text, 'The spleen', 'spleen', false],
  ])('%#: reads %j', (fields, response, parsed, correct) => {
    expect(direct.judge(response as string, fields as typeof choice)).toMatchObject({ parsed, correct })
  })

  test('no reply is unparsed, whatever the kind', () => {
    for (const fields of [choice, yesNo, several, text])
      expect(direct.judge(null, fields)).toEqual({
        parsed: '',
        correct: false,
        unparsed: 'there is no reply to judge',
      })
  })
})

test('a final verdict does not change, whatever follows', () => {
  const random = new Random(11)
  const pieces = [
    ...'AaBbZ.:)(*"\n ,',
    'answer',
    'Answer: ',
    'answer is ',
    '\\boxed{',
    'yes',
    'No',
    'é',
    '\u0301',
    '\ufffd',
    '\ud835',
    '😀',
    'A cyst',
  ]
  const settled = { choice: 0, 'yes-no': 0 }
  for (let round = 0; round < rounds(60_000); round++) {
    const fields = round % 2 === 0 ? choice : yesNo
    const prefix = random.text(pieces, 6)
    if (!direct.isSettled(prefix, fields)) continue
    settled[fields.kind as keyof typeof settled]++
    const known = prefix.replace(/[\ufffd\ud835]+$/, '')
    const whole = known + random.text(pieces, 5)
    expect(direct.judge(whole, fields), JSON.stringify([prefix, whole])).toEqual(direct.judge(prefix, fields))
  }
  expect(Math.min(...Object.values(settled))).toBeGreaterThan(rounds(400))
  for (const { id } of mappedProtocols)
    for (const fields of [several, text]) expect(named(id).isSettled('B, D.\n', fields)).toBe(false)
})

test('the right answer, by kind; none if the answer is no option or neither yes nor no', () => {
  const right = (fields: object) => direct.rightAnswer({ ...choice, ...fields })
  expect([choice, yesNo, several, text].map(fields => direct.rightAnswer(fields))).toEqual([
    'B',
    'yes',
    'BD',
    'The liver',
  ])
  expect(right({ answer: 'F' })).toBe('')
  expect(right({ ...severalQuestion, answer: 'BF' })).toBe('')
  expect(right({ ...yesNoQuestion, answer: 'left' })).toBe('')
})

test('chance: one of the options, half, one of the non-empty sets, none', () => {
  const chance = [choice, yesNo, several, text].map(fields => guessingChance(direct, fields))
  expect(chance).toEqual([1 / 5, 1 / 2, 1 / 31, 0])
  expect(guessingChance(direct, { ...choice, options: null })).toBeNull()
})

test('options move on, and the right answer moves along', () => {
  const moved = rotated(direct, { ...several, options: { A: 'a', C: 'c', D: 'd' }, answer: 'AD' }, 1)
  expect(moved).toMatchObject({ options: { A: 'c', C: 'd', D: 'a' }, answer: 'CD' })
  expect(rotated(direct, choice, 5)).toEqual(choice)
  expect(rotated(direct, choice, 1)).toMatchObject({ answer: 'A', options: { A: 'A cyst', E: 'A mass' } })
  expect(rotated(direct, text, 2)).toEqual(text)
})

test('the missing part of a sample is named', () => {
  expect(direct.missing(choice)).toBeNull()
  expect(direct.missing({ ...choice, options: {} })).toBe('options')
  expect(direct.missing({ ...text, answer: '' })).toBe('answer')
  expect(direct.missing({ ...choice, kind: 'volume' })).toBe('kind')
})

test('another judge reads the kinds that it covers, and is named; the prompt stays', () => {
  const judge = findJudge({ id: 'temmed-bench', version: 1 })
  const judged = findProtocol(protocolReference(direct, judge))
  expect(judged.reading).toEqual({ id: 'temmed-bench', version: 1 })
  expect(judged.prompt(yesNo)).toBe(direct.prompt(yesNo))
  expect(judged.judge('Normal', yesNo)).toMatchObject({ parsed: 'no', rule: 'yes or no' })
  expect(judged.judge('B', choice)).toEqual(direct.judge('B', choice))
  expect(judged.isSettled('yes ', yesNo)).toBe(false)
  expect(() => findProtocol({ ...protocolReference(direct), judge: { id: 'nobody', version: 1 } })).toThrow(
    expect.objectContaining({ info: expect.objectContaining({ code: 'protocol-unknown' }) }),
  )
})

test('MedRCube’s samples can be read by other judges, too', () => {
  const fields = { id: '1', question: 'Which?', option_A: 'left', option_B: 'right', gt_answer: 'right' }
  const medrcube = findProtocol({ id: 'medrcube', version: 1, judge: { id: 'mmmu', version: 1 } })
  expect(medrcube.judge('(B)', fields)).toEqual({ parsed: 'B', correct: true, rule: 'letter' })
})

const mapped = ['direct', 'med-cmr', 'medq-bench', 'vlmevalkit', 'mmmu', 'medevalkit']
const readByDirect = mapped.slice(0, 3)

test.each([
  ['oui', 'yes'],
  ['Ja.', 'yes'],
  ['sí', 'yes'],
  ['Нет', 'no'],
] as const)('version 1 does not know %j, version 2 reads it as %s', (reply, meaning) => {
  for (const id of readByDirect) {
    const verdicts = (fields: object) =>
      [1, 2].map(version => versioned(id, version).judge(reply, { ...yesNo, ...fields }))
    const unparsed = 'counted wrong: the reply does not begin with yes or no'
    const read = { parsed: meaning, rule: 'yes or no' }
    expect(verdicts({ answer: meaning })).toEqual([
      { parsed: '', correct: false, unparsed },
      { ...read, correct: true },
    ])
    expect(verdicts({ answer: reply })).toEqual([
      { parsed: '', correct: false, unparsed },
      { ...read, correct: true },
    ])
    expect([1, 2].map(version => versioned(id, version).rightAnswer({ ...yesNo, answer: reply }))).toEqual([
      '',
      meaning,
    ])
  }
})

test('the judge direct has the same two versions for any protocol', () => {
  const parsedBy = (version: number) =>
    findProtocol({ id: 'mmmu', version: 1, judge: { id: 'direct', version } }).judge('Oui', yesNo).parsed
  expect([1, 2].map(parsedBy)).toEqual(['', 'yes'])
  expect(readByDirect.map(id => [1, 2].map(version => versioned(id, version).reading))).toEqual([
    [1, 2].map(version => ({ id: 'direct', version })),
    [1, 1].map(version => ({ id: 'med-cmr', version })),
    [1, 2].map(version => ({ id: 'direct', version })),
  ])
})

test('both versions ask alike, and read everything else alike', () => {
  const replies = ['Yes, it is.', 'NO', '是', '没有', 'Perhaps.', 'B, D', 'B', 'a cyst', 'The liver', null]
  for (const id of readByDirect)
    for (const fields of [choice, yesNo, { ...yesNo, answer: '否' }, several, text]) {
      const [one, two] = [versioned(id, 1), versioned(id, 2)]
      expect(two.prompt(fields)).toBe(one.prompt(fields))
      expect(two.rightAnswer(fields)).toBe(one.rightAnswer(fields))
      expect(two.newTokens).toEqual(one.newTokens)
      for (const reply of replies) {
        expect(two.judge(reply, fields), `${id}: ${reply}`).toEqual(one.judge(reply, fields))
        expect(two.isSettled(`${reply} `, fields)).toBe(one.isSettled(`${reply} `, fields))
      }
    }
})

test('rules of other tools know English and Chinese only', () => {
  for (const id of mapped.slice(3)) expect(named(id).rightAnswer({ ...yesNo, answer: 'oui' })).toBe('')
})

test('every judge is there once, and reads something', () => {
  expect(new Set(newestJudges().map(({ id }) => id)).size).toBe(newestJudges().length)
  for (const { readers } of newestJudges()) expect(Object.keys(readers).length).toBeGreaterThan(0)
})
