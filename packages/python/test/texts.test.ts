import { expect, test } from 'vitest'
import { judgesGolden } from '../../../test/unit/support/judges-golden.ts'
import { length, singleSpaced, spaceClass, strip, stripEnd, words } from '../src/texts.ts'

const { text: textGolden } = judgesGolden

test('white space is defined as in Python', () => {
  const space = new RegExp(`[${spaceClass}]`, 'u')
  let found = ''
  for (let code = 0; code < 0x110000; code++) {
    const character = String.fromCodePoint(code)
    if (space.test(character)) found += character
  }
  expect(found).toBe(textGolden.spaces)
})

test('texts are split, stripped and counted as Python does', () => {
  for (const [text, split, stripped, end, spaced, characters] of textGolden.cases) {
    expect([words(text), strip(text), stripEnd(text), singleSpaced(text), length(text)]).toEqual([
      split,
      stripped,
      end,
      spaced,
      characters,
    ])
  }
})
