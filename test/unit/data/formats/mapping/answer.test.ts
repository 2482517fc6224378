import type { Cell } from '@voxelwise/tables'
import { expect, test } from 'vitest'
import { isYesNo, readLetters } from '../../../../../src/data/formats/mapping/answer.ts'
import type { AnswerForm } from '../../../../../src/data/formats/mapping/document.ts'
import type { Lettered } from '../../../../../src/data/formats/mapping/letters.ts'

const options: Lettered = [
  ['A', 'CT'],
  ['B', 'C. difficile'],
  ['C', 'Magnetic resonance imaging'],
  ['E', "Crohn's disease"],
]
const usual = ['letter', 'text', 'lettered', 'several'] as const

test.each<[Cell, string | null]>([
  ['C', 'C'],
  ['c', 'C'],
  ['(C)', 'C'],
  ['ج', 'C'],
  ['D', null],
  ['A. CT', 'A'],
  ['C) magnetic resonance imaging', 'C'],
  // The letter of another option, but a text of its own.
  ['C. difficile', 'B'],
  ['C. tetani', null],
  ['magnetic  resonance IMAGING.', 'C'],
  ['Crohn’s disease', 'E'],
  [['C'], 'C'],
  [['CT', "Crohn's disease"], 'AE'],
  ['AC', 'AC'],
  ['C, A', 'AC'],
  ['E and A', 'AE'],
  ["['A', 'E']", 'AE'],
  ['AD', null],
  ['A, A, C', 'AC'],
  // More letters than there are options.
  ['A, A, A, A, C', null],
  // A list of something else, such as values of a picture.
  [Array(101).fill('A'), null],
  ['', null],
  [null, null],
  ['neither', null],
])('%j names %s', (cell, letters) => {
  expect(readLetters(cell, options, usual)?.join('') ?? null).toBe(letters)
})

test.each<[Cell, readonly AnswerForm[], string | null]>([
  [0, ['index0'], 'A'],
  ['2.0', ['index0'], 'C'],
  // A gap has a place, and no option.
  [3, ['index0'], null],
  [3, ['index1'], 'C'],
  ['13', ['digits'], 'AC'],
  ['14', ['digits'], null],
  ['C. whatever', ['initial'], 'C'],
])('%j as %j names %s', (cell, as, letters) => {
  expect(readLetters(cell, options, as)?.join('') ?? null).toBe(letters)
})

test('the first of two equal options is right', () => {
  expect(
    readLetters(
      'x',
      [
        ['A', 'y'],
        ['B', 'x'],
        ['C', 'x'],
      ],
      usual,
    ),
  ).toEqual(['B'])
})

test('yes or no, in English and Chinese', () => {
  for (const answer of ['yes', 'No.', 'YES', '是', '不是', '没有', '否。'])
    expect(isYesNo(answer), answer).toBe(true)
  for (const answer of ['normal', 'yes, both', 'no tumour', '是的吗', ''])
    expect(isYesNo(answer), answer).toBe(false)
})

test.each<[Cell, string | null]>([
  ['A: CT, C: Magnetic resonance imaging', 'AC'],
  ["(A) CT; (E) crohn's disease.", 'AE'],
  [['A. CT', 'B. C. difficile'], 'AB'],
  ["CT; Crohn's disease", 'AE'],
  ['CT and magnetic resonance imaging', 'AC'],
  ['CT, ultrasound', null],
  ['A: CT, C: another text', null],
])('%j lists the options %s with their texts', (cell, letters) => {
  expect(readLetters(cell, options, usual)?.join('') ?? null).toBe(letters)
})

test('a list of texts whose own texts hold commas', () => {
  const signs: Lettered = [
    ['A', 'liver, spleen'],
    ['B', 'lung'],
    ['C', 'heart and vessels'],
  ]
  expect(readLetters('liver, spleen, heart and vessels', signs, usual)).toEqual(['A', 'C'])
  expect(readLetters('A: liver, spleen, B: lung', signs, usual)).toEqual(['A', 'B'])
})

test('an option that is called as a list is written is one option', () => {
  const lists: Lettered = [
    ['A', '[0, 2]'],
    ['B', '[1, 3]'],
  ]
  expect(readLetters('[1, 3]', lists, usual)).toEqual(['B'])
  expect(readLetters([1, 3], lists, usual)).toEqual(['B'])
})
