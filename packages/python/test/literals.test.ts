import { expect, test } from 'vitest'
import { parsePythonLiteral } from '../src/literals.ts'

test.each([
  [`['a', 'b']`, ['a', 'b']],
  [`["radiologist's sign", 'b']`, ["radiologist's sign", 'b']],
  [
    `['it\\'s', "say \\"no\\"", 'tab\\t', '\\u00e9\\x41\\101', r'\\d']`,
    ["it's", 'say "no"', 'tab\t', 'éAA', '\\d'],
  ],
  [`('a', 1, -2.5, None, True, False)`, ['a', 1, -2.5, null, true, false]],
  [`[['a', ['b']], [], ()]`, [['a', ['b']], [], []]],
  [`{'A': 'x', 2: ['y'],}`, { A: 'x', 2: ['y'] }],
  [`['a' 'b', """c\nd"""]`, ['ab', 'c\nd']],
  [`['أ'، 'ب']`, ['أ', 'ب']],
  [`["a", null, true]`, ['a', null, true]],
  [`  [ ]  `, []],
])('%s', (text, value) => {
  expect(parsePythonLiteral(text)).toEqual(value)
})

test.each([
  `['a'`,
  `['a]`,
  `['a'] b`,
  `[a]`,
  `['a' 1]`,
  `['\\x4']`,
  `[__import__('os')]`,
  '['.repeat(50),
  '',
  `{'a'}`,
])('is no value: %s', text => {
  expect(parsePythonLiteral(text)).toBeUndefined()
})

test('an endless list is refused, not built', () => {
  expect(parsePythonLiteral(`[${'1,'.repeat(20_000)}]`)).toBeUndefined()
  expect(parsePythonLiteral(`'${'a'.repeat(1_000_001)}'`)).toBeUndefined()
})
