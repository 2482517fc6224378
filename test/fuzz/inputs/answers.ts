/** Answers, options and cells as texts that a rule may read over and over: one piece a great many times. */
import type { Random } from '../../unit/support/random.ts'
import { howMany } from '../bytes.ts'

const pieces = [
  ...'ABab19 \t\n.:;,|-_*()[]{}"\'`\\/=<>',
  'answer is ',
  'Answer: ',
  '\\boxed{',
  '<answer>',
  '</answer>',
  '<think>',
  '<image 1>',
  'options',
  'choices: ',
  'A) ',
  'yes',
  'no ',
  'a cyst',
  '1,000.5e',
  '答案:',
  '。',
  '“',
  'ſ',
  '\u0301',
  '\u2028',
  '\u00a0',
  '\ud83e',
]

/** One piece or two many times, between a few others. @param most characters */
export function anyRepetition(random: Random, most: number): string {
  const few = () => random.text(pieces, 4)
  if (random.below(3) === 0) return random.text(pieces, 40)
  const piece = random.pick(pieces) + (random.below(2) === 0 ? random.pick(pieces) : '')
  return few() + piece.repeat(Math.ceil(howMany(random, most) / piece.length)) + few()
}

/** A question of any kind with an answer, as JSON. */
export function anyAnswered(random: Random): string {
  const short = () => anyRepetition(random, 20_000)
  return JSON.stringify({
    kind: random.pick(['choice', 'yes-no', 'several', 'text']),
    options: Array.from({ length: random.below(5) }, (_, i) => ({ letter: 'ABCDE'[i], text: short() })),
    answer: random.pick(['A', 'yes', 'AC', short()]),
    response: anyRepetition(random, 2_000_000),
  })
}

/** Two texts that are compared, as JSON. */
export const anyTexts = (random: Random): string =>
  JSON.stringify([anyRepetition(random, 200_000), anyRepetition(random, 200_000)])

const columns = ['question', 'options', 'answer', 'image', 'A', 'B', 'C', 'wrong_1', 'choices', 'label']

/** A table with one long cell. */
export function anyLongCell(random: Random): string {
  const names = columns.filter(() => random.below(3) > 0)
  const rows = Array.from({ length: 1 + random.below(4) }, () =>
    Object.fromEntries(
      names.map(name => [name, random.pick(['A', 'x', 'a) x b) y', '["x", "y"]', 'a.png'])]),
    ),
  )
  const row = random.pick(rows)
  const name = names.length > 0 ? random.pick(names) : 'question'
  row[name] = anyRepetition(random, 2_000_000)
  return JSON.stringify(rows)
}

/** The card of a data set, with the lines that are looked for. */
export function anyCard(random: Random): string {
  const line = () =>
    random.pick(['configs:', '  - split: ', '    path: ', '    - ', 'data_files:', '']) +
    (random.below(4) === 0 ? anyRepetition(random, 300_000) : random.pick(['test', 'a/*.csv', '"b"', ' ']))
  const lines = Array.from({ length: random.below(12) }, line)
  return ['---', ...lines, random.pick(['---', '', '--'])].join(random.pick(['\n', '\r\n']))
}

/** Lines of answers: good ones, spoilt ones, and a great many empty ones. */
export function anyLines(random: Random): string {
  const line = () =>
    random.pick([
      '{"id": "x", "response": "A"}',
      `{"id": "${random.below(9)}", "response": ${JSON.stringify(anyRepetition(random, 100_000))}}`,
      '{}',
      '[',
      '',
      '{"id": 1',
    ])
  const lines = Array.from({ length: random.below(8) }, line)
  return `${lines.join(random.pick(['\n', '\r\n', '\n\n']))}${random.pick(['\n', '\r\n', ' \n']).repeat(howMany(random, 3_000_000))}`
}

const brackets = ['[', ']', '{', '}', '{"a":', '"b"', ':', ',', '1', '"]"', '\\', ' ']

/** Brackets that mostly do not fit each other, a great many sometimes. */
export function anyBrackets(random: Random): string {
  const start = random.pick(['[{"id":1}', '{"a":1', '[[1]', '{"a":{"q":1}', ''])
  const many = random.below(5) === 0 ? random.pick(brackets).repeat(howMany(random, 2_000_000)) : ''
  return start + random.text(brackets, 12) + many + random.text(brackets, 3)
}
