import type { Cell } from '@voxelwise/tables'
import { describe, expect, test } from 'vitest'
import { withoutChoices } from '../../../../../src/data/formats/mapping/choices-in-text.ts'
import type { OptionsSource } from '../../../../../src/data/formats/mapping/document.ts'
import { rowOptions } from '../../../../../src/data/formats/mapping/options.ts'

const read = (source: OptionsSource, cells: Readonly<Record<string, Cell>>) => {
  const found = rowOptions(source, cells, 'seed')
  return found && Object.fromEntries(found.options)
}
const inCell = (cell: Cell) => read({ column: ['options'] }, { options: cell })
const ab = { A: 'x', B: 'y' }

test('letter columns: gaps stay, empty cells are dropped, words for nothing are texts', () => {
  const cells = { A: 'None', B: '', C: 'N/A', D: null, E: 'null', question: 'q', I: 'nan' }
  expect(read({ prefix: '' }, cells)).toEqual({ A: 'None', C: 'N/A', E: 'null', I: 'nan' })
})

test.each([
  ['option_', { option_A: 'x', option_B: 'y' }],
  ['Choice ', { 'Choice A': ' A:x', 'Choice B': ' B:y' }],
  ['option', { option1: 'x', option2: 'y' }],
  ['choice_', { choice_0: 'x', choice_1: 'y' }],
  ['op', { opa: 'x', opb: 'y', other: 'z' }],
])('columns of the prefix "%s"', (prefix, cells) => {
  expect(read({ prefix }, cells)).toEqual(ab)
})

describe('in one cell', () => {
  test.each<[string, Cell]>([
    ['list', ['x', 'y']],
    ['list with prefixes', ['A. x', 'B. y']],
    ['list with prefixes in brackets', ['(A) x', '(B) y']],
    ['numbered list', ['1. x', '2. y']],
    ['dict', { A: 'x', B: 'y' }],
    ['dict of small letters, out of order', { b: 'y', a: 'x' }],
    ['dict of places', { 0: 'x', 1: 'y' }],
    [
      'objects of letter and content',
      [
        { letter: 'A', content: 'x' },
        { letter: 'B', content: 'y' },
      ],
    ],
    [
      'objects of key and text, out of order',
      [
        { key: 'B', text: 'y' },
        { key: 'A', text: 'x' },
      ],
    ],
    ['objects of one member', [{ A: 'x' }, { B: 'y' }]],
    ['two lists', { label: ['A', 'B'], text: ['x', 'y'] }],
    ["text of Python's list", "['x', 'y']"],
    ["text of Python's dict", "{'A': 'x', 'B': 'y'}"],
    ['JSON text', '["x", "y"]'],
    ['lettered lines', 'A. x\nB. y'],
    ['lettered, in one line', '(A) x (B) y'],
    ['small letters, in one line', 'a. x b. y'],
    ['numbers, in one line', '1. x 2. y'],
    ['numbers in brackets, in one line', '(1) x; (2) y'],
    ['in quotes', '"x"; "y"'],
    ['Roman numerals', ['I. x', 'II. y']],
    ['bars', 'x | y'],
  ])('%s', (_, cell) => {
    expect(inCell(cell)).toEqual(ab)
  })

  test('nine options, and a place that is empty', () => {
    expect(Object.keys(inCell('abcdefghi'.split('')) ?? {})).toEqual('ABCDEFGHI'.split(''))
    expect(inCell(['x', null, 'z'])).toEqual({ A: 'x', C: 'z' })
  })

  test('a prefix that only some have is part of the text', () => {
    expect(inCell(['A. baumannii', 'E. coli'])).toEqual({ A: 'A. baumannii', B: 'E. coli' })
    expect(inCell(['1.5 cm', '2.5 cm'])).toEqual({ A: '1.5 cm', B: '2.5 cm' })
  })

  test.each<[string, Cell]>([
    ['more than letters', Array.from({ length: 27 }, (_, i) => `o${i}`)],
    [
      'one letter twice',
      [
        { letter: 'A', content: 'x' },
        { letter: 'A', content: 'y' },
      ],
    ],
    ['a text that cannot be taken apart', 'x or y'],
    ['keys that are no letters', { first: 'x', second: 'y' }],
  ])('unreadable: %s', (_, cell) => {
    expect(() => inCell(cell)).toThrow()
  })
})

describe('the right answer and its distractors', () => {
  const source = { correct: 'right', wrong: ['wrong'], letter: 'letter', wrongLetters: 'letters' }

  test('with letters', () => {
    const cells = { right: 'x', wrong: ['y', 'z'], letter: 'B', letters: ['C', 'A'] }
    expect(rowOptions(source, cells, '')).toEqual({
      options: [
        ['A', 'z'],
        ['B', 'x'],
        ['C', 'y'],
      ],
      right: 'B',
    })
  })

  test('without letters, in an order that depends on nothing but the row', () => {
    const orders = Array.from({ length: 40 }, (_, i) =>
      rowOptions(
        { correct: 'right', wrong: ['w1', 'w2'] },
        { right: 'x', w1: 'y', w2: 'z' },
        `question ${i}`,
      ),
    )
    for (const found of orders) {
      expect(found?.options.map(([letter]) => letter)).toEqual(['A', 'B', 'C'])
      expect(Object.fromEntries(found?.options ?? [])[found?.right ?? '']).toBe('x')
    }
    expect(new Set(orders.map(found => found?.right))).toEqual(new Set(['A', 'B', 'C']))
    expect(
      rowOptions({ correct: 'right', wrong: ['w1', 'w2'] }, { right: 'x', w1: 'y', w2: 'z' }, 'question 0'),
    ).toEqual(orders[0])
  })
})

test('choices that the question repeats are taken out of it, other ones stay', () => {
  const options = [
    ['A', 'x'],
    ['B', 'y z'],
  ] as const
  expect(withoutChoices('Which?\nAnswer Choices: (A) x (B) Y  z', options)).toBe('Which?')
  expect(withoutChoices('Which? A. x\nB. y z.', options)).toBe('Which?')
  expect(withoutChoices('Which of (A) this and (B) that?', options)).toBe('Which of (A) this and (B) that?')
})

describe('lettered choices in one text', () => {
  const inText = (text: string) => read({ inText: 'question' }, { question: text })

  test('letters of another style belong to the texts', () => {
    const cells = 'Which? A: Nodule. B: Effusion. C: Both A and B. D: Normal lung'
    expect(inText(cells)).toEqual({ A: 'Nodule.', B: 'Effusion.', C: 'Both A and B.', D: 'Normal lung' })
    expect(inText('Which? (A) a nodule (B) an effusion (C) A. and B. (D) none')).toEqual({
      A: 'a nodule',
      B: 'an effusion',
      C: 'A. and B.',
      D: 'none',
    })
  })

  test('the same style within a text does not end the list', () => {
    expect(inText('A. nodule B. effusion C. Both A. and B. D. none')).toEqual({
      A: 'nodule',
      B: 'effusion',
      C: 'Both A. and B.',
      D: 'none',
    })
  })

  test('a bracket around the whole list is none of the first letter', () => {
    expect(inText('Choose from [A:scalp, B:ear, C:arm]')).toEqual({ A: 'scalp', B: 'ear', C: 'arm' })
  })

  test('of two lists of the same length the last one', () => {
    expect(inText('A. one B. two. Choose: A. three B. four')).toEqual({ A: 'three', B: 'four' })
  })
})

test('options that are lists themselves are texts', () => {
  expect(
    inCell([
      [0, 2],
      [1, 3],
    ]),
  ).toEqual({ A: '[0, 2]', B: '[1, 3]' })
  expect(read({ prefix: '' }, { A: '[0, 2]', B: '[1, 3]' })).toEqual({ A: '[0, 2]', B: '[1, 3]' })
})
