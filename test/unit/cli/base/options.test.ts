import { describe, expect, test } from 'vitest'
import {
  choiceOption,
  countOption,
  explainOption,
  flagOption,
  helpLines,
  listed,
  readArguments,
  shareOption,
  textOption,
} from '../../../../src/cli/base/options.ts'

const options = [
  textOption('out', 'DIR', 'Where the files are written.'),
  textOption('valid-ids', 'FILE', 'Use only these ids.', { needs: 'out' }),
  flagOption('strict', 'Stop at the first error.', { notWith: ['color red', 'size'] }),
  choiceOption('color', 'COLOR', ['red', 'blue', 'green'], 'the color.', { default: 'red' }),
  countOption('size', 'N', 'How many.'),
  shareOption('width', 'W', 'How wide.'),
] as const
const read = (...argv: string[]) => readArguments(options, argv).values

test('options are read', () => {
  const none = { out: undefined, 'valid-ids': undefined, color: undefined, size: undefined, width: undefined }
  expect(read()).toEqual({ ...none, strict: false })
  expect(read('--out', 'a b', '--strict', '--valid-ids=x', '--color', 'blue', '--width', '.03')).toEqual({
    ...none,
    ...{ out: 'a b', 'valid-ids': 'x', strict: true, color: 'blue', width: 0.03 },
  })
  expect(read('--size', '12').size).toBe(12)
})

test('an argument that is no option is an error, unless the command takes files', () => {
  expect(() => read('more')).toThrow('more')
  expect(readArguments(options, ['a', '--out', 'b', 'c'], true)).toMatchObject({
    values: { out: 'b' },
    files: ['a', 'c'],
  })
})

test('a required option is named', () => {
  const required = [textOption('out', 'DIR', '', { required: true })] as const
  expect(() => readArguments(required, [])).toThrow('--out is required.')
})

test.each([
  [['--nonsense'], '--nonsense'],
  [['more'], 'more'],
  [['--out'], '--out'],
  [['--out='], '--out needs a value.'],
  [['--out', '--strict'], '--out'],
  [['--strict=1'], '--strict'],
  [['--color', 'pink'], '--color takes red, blue or green.'],
  [['--size', '0'], '--size takes a whole number above 0.'],
  [['--size', '1.5'], '--size takes a whole number above 0.'],
  [['--width', '1'], '--width takes a number between 0 and 1, such as 0.03.'],
  [['--valid-ids', 'x'], '--valid-ids needs --out.'],
  [['--strict', '--size', '1'], '--strict cannot be combined with --size.'],
  [['--strict', '--color', 'red'], '--strict cannot be combined with --color red.'],
])('%j is a usage error', (argv, words) => {
  const info = expect.objectContaining({ code: 'usage' })
  expect(() => read(...argv)).toThrow(expect.objectContaining({ info }))
  expect(() => read(...argv)).toThrow(words)
})

test('a value that excludes nothing is accepted', () => {
  expect(read('--strict', '--color', 'blue')).toMatchObject({ strict: true, color: 'blue' })
})

describe('the help', () => {
  test('the help lists required and conflicting options', () => {
    expect(options.map(explainOption)).toEqual([
      'Where the files are written.',
      'Use only these ids. Needs --out.',
      'Stop at the first error. Cannot be combined with --color red or --size.',
      'red, blue or green: the color.',
      'How many.',
      'How wide.',
    ])
  })

  test('is aligned and wrapped', () => {
    const long = [textOption('out', 'DIR', Array(20).fill('word').join(' '), { default: 'x' })] as const
    expect(helpLines([...long, options[4]])).toEqual([
      `  --out DIR  ${Array(19).fill('word').join(' ')}`,
      '             word (default: x)',
      '  --size N   How many.',
    ])
  })

  test('lists names', () => {
    expect([listed(['a'], 'or'), listed(['a', 'b'], 'or'), listed(['a', 'b', 'c'], 'and')]).toEqual([
      'a',
      'a or b',
      'a, b and c',
    ])
  })
})
