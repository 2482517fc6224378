/** Tables whose columns are lists of numbers, missing values, labels of options and ranked lists, in any role. */
import type { Random } from '../../unit/support/random.ts'
import { howMany } from '../bytes.ts'

const names = [
  ...['id', 'question', 'answer', 'options', 'choices', 'label', 'correct_answer', 'image', 'images'],
  ...['image_01', 'image_02_path', 'img1', 'bbox', 'prob', 'image_size', 'size', 'split', 'task', 'modality'],
  ...['hint', 'context', 'pair', 'pair_id', 'group', 'accepted', 'answers', 'A', 'B', 'option_0', 'option_1'],
  ...['__proto__', 'constructor', 'toString'],
]

const number = (random: Random): string =>
  random.pick([
    '0',
    '1',
    '2',
    '3',
    '-1',
    '0.25',
    '1e3',
    '12345',
    'NaN',
    'Infinity',
    '-Infinity',
    'null',
    '1e400',
  ])

const numberList = (random: Random): string => {
  const count = random.below(30) === 0 ? howMany(random, 200_000) : random.below(6)
  return `[${Array.from({ length: count }, () => number(random)).join(', ')}]`
}

const labels = ['A.', '(B)', '1.', '2)', '[3]', '1:', 'option1', 'a)', 'Ⅳ', '0', 'A', '①', '１．', 'ا.', '']

const labelled = (random: Random): string =>
  Array.from({ length: random.below(30) === 0 ? howMany(random, 50_000) : random.below(7) }, () =>
    `${random.pick(labels)} ${random.pick(['liver', 'left, right', '1,000 ml', '(a, b)', 'NaN', 'None', 'A', ''])}`.trim(),
  ).join(random.pick(['\n', '; ', ', ', ' | ', '/', ' ']))

const dict = (random: Random): string =>
  `{${Array.from({ length: random.below(6) }, () => `${JSON.stringify(random.pick(labels))}: ${random.pick([() => number(random), () => '"liver"', () => numberList(random)])()}`).join(', ')}}`

/** A value as JSON. */
const value = (random: Random): string =>
  random.pick([
    () => number(random),
    () => numberList(random),
    () => dict(random),
    () => JSON.stringify(numberList(random)),
    () => JSON.stringify(labelled(random)),
    () => JSON.stringify(dict(random)),
    () =>
      JSON.stringify(
        random.pick(['NaN', 'nan', 'None', 'N/A', '', 'Which is it?', 'a.png', 'yes', 'B', '1']),
      ),
    () => `[${JSON.stringify(labelled(random))}, ${dict(random)}]`,
  ])()

/** Rows of JSON with the same columns, as an array or a line each. */
export function anyColumns(random: Random): string {
  const columns = names.filter(() => random.below(3) === 0)
  const own = new Map(columns.map(name => [name, random.below(2) === 0 ? value(random) : null]))
  const rows = Array.from(
    { length: 1 + random.below(6) },
    () =>
      `{"question": "Which is it?", "answer": ${JSON.stringify(random.pick(['A', '1', '0', 'liver', 'NaN']))}${columns
        .map(name => `, ${JSON.stringify(name)}: ${own.get(name) ?? value(random)}`)
        .join('')}}`,
  )
  return random.below(2) === 0 ? `[${rows.join(',\n')}]` : rows.join('\n')
}
