import { describe, expect, test } from 'vitest'
import { readings } from '../../../../../packages/python/test/unicode.ts'
import { medrcube, readLetter } from '../../../../../src/engine/protocol/protocols/medrcube.ts'
import { golden } from '../../../support/golden.ts'
import { Random } from '../../../support/random.ts'
import { drawSome, rounds } from '../../../support/rounds.ts'

describe('readLetter', () => {
  test("reads texts as Python's re does", () => {
    for (const [text, letter] of golden<[string, string][]>('python/judge.json')) {
      expect(readLetter(text), JSON.stringify(text)).toBe(letter)
    }
  })

  test('reads characters from all of Unicode next to a letter, and alone, as Python does', () => {
    const wrong: string[] = []
    for (const { character, kind } of drawSome([...readings()], 10)) {
      const read = kind.replace('!', '')
      const expected = {
        alone: /^[A-D](?!w)/.exec(read)?.[0] ?? '',
        before: pythonRead(`${read}A`),
        after: pythonRead(`A${read}`),
      }
      const found = {
        alone: readLetter(character),
        before: readLetter(`${character}a`),
        after: readLetter(`a${character}`),
      }
      if (JSON.stringify(found) !== JSON.stringify(expected))
        wrong.push(`U+${character.codePointAt(0)?.toString(16)}`)
    }
    expect(wrong).toEqual([])
  })

  test.each([
    ['A patient with …', 'A'],
    ['答案是A。', ''],
    ['Bé', ''],
    ['Be\u0301', ''],
    ['B\u0301', 'B'],
    ['１A', ''],
    ['the answer is (c)', 'C'],
    ['\u1e9a', ''],
    ['', ''],
    [null, ''],
  ])('%j reads %j', (text, letter) => {
    expect(readLetter(text)).toBe(letter)
  })
})

/** The first letter that stands alone in a text already told as A–D, w and dots. */
const pythonRead = (kinds: string) => /(?<![A-Dw])[A-D](?![A-Dw])/.exec(kinds)?.[0] ?? ''

test('no letter is right if there is no option', () => {
  const noAnswer = { option_A: 'x', gt_answer: 'y' }
  expect(medrcube.judge('I do not know', noAnswer)).toEqual({ parsed: '', correct: true })
  expect(medrcube.judge(null, noAnswer)).toEqual({ parsed: '', correct: true })
  expect(medrcube.judge('A', noAnswer)).toEqual({ parsed: 'A', correct: false })
  expect(medrcube.judge('b)', { option_A: 'x', option_B: 'y', gt_answer: 'y' })).toEqual({
    parsed: 'B',
    correct: true,
  })
})

describe('isSettled', () => {
  const pieces = [
    ...'aAbBcDdeé是_1 .\n(',
    '\u0301',
    '\u0345',
    '\u1e9a',
    '\u1e96',
    '\u0149',
    'ß',
    '😀',
    '𝐀',
    '\ufffd',
    '\ud835',
    '\udc00',
    "'",
  ]

  test('a final letter does not change, whatever follows', () => {
    const random = new Random(7)
    let fixed = 0
    for (let round = 0; round < rounds(40_000); round++) {
      const prefix = random.text(pieces, 6)
      if (!medrcube.isSettled(prefix, {})) continue
      fixed++
      // U+FFFD at the end may be the beginning of a character that is not whole yet.
      const known = prefix.replace(/\ufffd+$/, '')
      const letter = readLetter(prefix)
      expect(letter).not.toBe('')
      expect(readLetter(known + random.text(pieces, 4)), JSON.stringify(prefix)).toBe(letter)
    }
    expect(fixed).toBeGreaterThan(rounds(3_000))
  })

  test('any other letter can still change', () => {
    const random = new Random(8)
    const endings = ['', 'A', ' A ', ' B ', 'é', 'z B']
    for (let round = 0; round < rounds(20_000); round++) {
      const prefix = random.text([...'abx .'], 6)
      if (medrcube.isSettled(prefix, {})) continue
      const letters = new Set(endings.map(ending => readLetter(prefix + ending)))
      expect(letters.size, JSON.stringify(prefix)).toBeGreaterThan(1)
    }
  })

  test.each([
    ['A', false],
    ['A.', true],
    ['A\ufffd', false],
    ['A\ud835', false],
    ['答案是A。', false],
    ['The answer is B', false],
    ['The answer is B\n', true],
  ])('%j: %j', (prefix, fixed) => {
    expect(medrcube.isSettled(prefix, {})).toBe(fixed)
  })
})
