import { expect, test } from 'vitest'
import { drawSome } from '../../../test/unit/support/rounds.ts'
import { isJsonObject, parseJson } from '../src/json.ts'
import { equal, floatRepr, get, hashKey, str, truthy } from '../src/values.ts'
import equalities from './golden/equal.json' with { type: 'json' }
import values from './golden/values.json' with { type: 'json' }
import { readings } from './unicode.ts'

interface Loaded {
  readonly text: string
  readonly ok: boolean
  readonly str: string
  readonly bool: boolean
}

test('str and bool are those of Python', () => {
  for (const { text, ok, str: expected, bool } of values as Loaded[]) {
    if (!ok) continue
    expect(str(parseJson(text)), text).toBe(expected)
    expect(truthy(parseJson(text)), text).toBe(bool)
  }
})

test('== is that of Python', () => {
  const { texts, equal: rows } = equalities
  const values = texts.map(text => parseJson(text))
  for (const [i, row] of rows.entries()) {
    const found = values.map(value => (equal(values[i], value) ? '1' : '0')).join('')
    expect(found, texts[i]).toBe(row)
    const keys = values.map(value => hashKey(values[i]) === hashKey(value))
    // One NaN is grouped with another, though neither equals the other.
    if (texts[i] !== 'NaN') expect(keys.map(Number).join(''), texts[i]).toBe(row)
  }
})

test('repr escapes exactly the characters that Python calls unprintable, over all of Unicode', () => {
  const wrong: string[] = []
  for (const { character, kind } of drawSome([...readings()], 5)) {
    if ("\\'\n\r\t".includes(character)) continue
    const shown = str([character]) === `['${character}']`
    if (shown === kind.endsWith('!')) wrong.push(character)
  }
  expect(wrong).toEqual([])
})

test.each([
  [0, '0.0'],
  [-0, '-0.0'],
  [1, '1.0'],
  [-2.5, '-2.5'],
  [1e15, '1000000000000000.0'],
  [1e16, '1e+16'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [1.5e-9, '1.5e-09'],
  [1.2345e100, '1.2345e+100'],
  [2 / 3, '0.6666666666666666'],
  [Number.POSITIVE_INFINITY, 'inf'],
  [Number.NaN, 'nan'],
])('floatRepr(%s) is %s', (value, text) => {
  expect(floatRepr(value)).toBe(text)
})

test('get sees own keys only', () => {
  expect(get({}, 'constructor')).toBeUndefined()
  const value = parseJson('{"__proto__": 1}')
  expect(isJsonObject(value) && get(value, '__proto__')).toBe(1)
})
