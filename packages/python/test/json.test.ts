import { describe, expect, test } from 'vitest'
import { Random } from '../../../test/unit/support/random.ts'
import { rounds } from '../../../test/unit/support/rounds.ts'
import { isNumberText, type Json, JsonSyntaxError, parseJson, stringifyJson } from '../src/json.ts'
import { jsonNumber } from '../src/values.ts'
import values from './golden/values.json' with { type: 'json' }

interface Loaded {
  readonly text: string
  readonly ok: boolean
  readonly dumps?: string
}

describe('parseJson', () => {
  test("takes and refuses what Python's json.loads does, and is written as json.dumps writes it", () => {
    for (const { text, ok, dumps = '' } of values as Loaded[]) {
      if (!ok) {
        expect(() => parseJson(text), JSON.stringify(text)).toThrow(JsonSyntaxError)
        continue
      }
      const written = stringifyJson(parseJson(text), { indent: 2, number: jsonNumber })
      // Python writes lone surrogates as they are; they could not be stored as UTF-8.
      const expected = dumps.replace(/\p{Cs}/gu, half => `\\u${half.charCodeAt(0).toString(16)}`)
      expect(written, JSON.stringify(text)).toBe(expected)
    }
  })

  test('agrees with JSON.parse on its own ground', () => {
    const random = new Random(1)
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      'n',
      'u0041',
      '1',
      '-',
      '.',
      'e',
      '0',
      'true',
      'null',
      ' ',
      '\n',
      'é',
    ]
    for (let round = 0; round < rounds(10_000); round++) {
      const text = round % 2 ? random.text(pieces, 7) : damaged(JSON.stringify(value(random, 0)), random)
      const native = attempt(() => JSON.parse(text))
      const own = attempt(() => parseJson(text))
      expect(own === undefined, text).toBe(native === undefined)
      if (own !== undefined) expect(plain(own.value), text).toEqual(native?.value)
    }
  })

  test.each([['1.0'], ['-0'], ['1e400'], ['9007199254740993'], ['NaN'], ['-Infinity'], ['1E5']])(
    'keeps the number %s',
    text => {
      expect(parseJson(text)).toEqual({ $number: text })
      expect(stringifyJson(parseJson(text))).toBe(text)
    },
  )

  test('keeps a number of 5,000 digits', () => {
    const text = `1${'0'.repeat(4999)}`
    expect(stringifyJson(parseJson(text))).toBe(text)
  })

  test('keeps plain numbers plain', () => {
    expect(parseJson('[0, -1, 0.5, 1e+21, 123]')).toEqual([0, -1, 0.5, 1e21, 123])
  })

  test('takes __proto__ for a key like any other', () => {
    const value = parseJson('{"__proto__": {"task": "x"}, "a": 1}')
    expect(Object.keys(Object(value))).toEqual(['__proto__', 'a'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(stringifyJson(value)).toBe('{"__proto__":{"task":"x"},"a":1}')
    expect(stringifyJson(structuredClone(value))).toBe('{"__proto__":{"task":"x"},"a":1}')
  })

  test('never takes an object for a number', () => {
    const text = '{"$number":"1.0","$$number":{"$number":2}}'
    const value = parseJson(text)
    expect(isNumberText(value)).toBe(false)
    expect(stringifyJson(value)).toBe(text)
  })

  test('refuses deep nesting without overflowing the stack', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(stringifyJson(parseJson(nested(1000)))).toBe(nested(1000))
    expect(() => parseJson(nested(1001))).toThrow('Nested deeper than 1000 levels')
    expect(() => parseJson('{"a":'.repeat(200_000))).toThrow(JsonSyntaxError)
  })

  test('reports the place', () => {
    const thrown = attemptError(() => parseJson('[\n  1,\n  x\n]'))
    expect(thrown).toMatchObject({
      name: 'JsonSyntaxError',
      line: 3,
      column: 3,
      message: 'A value was expected at line 3, column 3.',
    })
    expect(attemptError(() => parseJson('{"a": "b'))).toMatchObject({ line: 1, column: 7 })
  })
})

function value(random: Random, depth: number): unknown {
  switch (random.below(depth > 3 ? 5 : 7)) {
    case 0:
      return random.pick([null, true, false])
    case 1:
      return random.pick([0, 1, -1, 0.1, 1e21, 1e-7, 1.5e300, 42])
    case 2:
    case 3:
    case 4:
      return random.text(['a', '"', '\\', '\n', '\u0001', 'é', '😀', '\ud800', '\u2028', '/'], 5)
    case 5:
      return Array.from({ length: random.below(4) }, () => value(random, depth + 1))
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [
          random.text(['a', 'b', '1', '__proto__'], 2),
          value(random, depth + 1),
        ]),
      )
  }
}

function damaged(text: string, random: Random): string {
  if (random.below(3) === 0) return text
  const at = random.below(text.length + 1)
  return (
    text.slice(0, at) + random.pick(['', '"', ',', '}', '1', '\\', ' ']) + text.slice(at + random.below(2))
  )
}

/** With numbers kept as text made plain again. */
function plain(value: Json): unknown {
  return JSON.parse(stringifyJson(value))
}

function attempt<T>(make: () => T): { value: T } | undefined {
  try {
    return { value: make() }
  } catch {
    return undefined
  }
}

function attemptError(make: () => unknown): unknown {
  try {
    return make()
  } catch (error) {
    return error
  }
}
