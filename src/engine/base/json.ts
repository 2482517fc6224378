/**
 * JSON that loses nothing. A number that a JavaScript number would change when written again (an integer
 * beyond 2^53, `1.0`, `1e400`, `NaN`) is kept as its own text, so that fields are carried through untouched
 * and Python's view of them (`str`, truth, equality) can still be told.
 *
 * `parseJson` takes what Python's `json.loads` takes: `NaN`, `Infinity` and `-Infinity` are numbers, of equal
 * keys the last wins, a byte order mark is refused, and so is nesting beyond Python's recursion limit. (Python
 * also refuses integers of more than 4,300 digits; here the limit is 10,000.) One thing is lost: JavaScript puts keys
 * that look like array indices (`"0"`) first.
 */

import type { Texts } from './texts.ts'

/** The text of a number that `String(Number(text))` would change. Plain data, so that it can be stored. */
export interface NumberText {
  readonly $number: string
}

export type Json = null | boolean | number | string | NumberText | readonly Json[] | JsonObject
/** A key that would be taken for a `NumberText` (`$number`, `$$number` …) has one more `$` in memory. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** Text that is not JSON, and where: both counted from 1. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError'
  readonly line: number
  readonly column: number

  constructor(problem: string, text: string, at: number) {
    let line = 1
    let last = -1
    // No list of lines: there may be as many as characters.
    for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) {
      line++
      last = end
    }
    const column = at - last
    super(`${problem} at line ${line}, column ${column}.`)
    this.line = line
    this.column = column
  }
}

export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

export function isNumberText(value: Json | undefined): value is NumberText {
  return (
    typeof value === 'object' && value !== null && '$number' in value && typeof value.$number === 'string'
  )
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumberText(value)
}

/** Text that may be JSON, and holds more than a reader is given to read. */
export class JsonLimitError extends Error {
  override readonly name = 'JsonLimitError'

  constructor(limit: number, what: string) {
    super(`There are more than ${limit} ${what}.`)
  }
}

/**
 * What one reader takes in, of one file or of all the files of a folder. A value costs up to a hundred bytes of
 * memory and may be two characters of text, so that the size of a file does not bound its cost.
 */
export interface JsonAllowance {
  /** Values and keys. */
  readonly values: number
  readonly characters: number
  valuesLeft: number
  charactersLeft: number
}

/** By default what one file of samples may hold: 100,000 have about three million. */
export const jsonAllowance = (values = 4_000_000, characters = 200_000_000): JsonAllowance => ({
  values,
  characters,
  valuesLeft: values,
  charactersLeft: characters,
})

/**
 * What one file may take of what is left for all: no more than a file by itself may.
 * @param read is given the allowance of the file
 */
export function ofAllowance<T>(all: JsonAllowance, file: JsonAllowance, read: (own: JsonAllowance) => T): T {
  const own: JsonAllowance = {
    values: all.valuesLeft < file.valuesLeft ? all.values : file.values,
    characters: all.charactersLeft < file.charactersLeft ? all.characters : file.characters,
    valuesLeft: Math.min(all.valuesLeft, file.valuesLeft),
    charactersLeft: Math.min(all.charactersLeft, file.charactersLeft),
  }
  const before = { ...own }
  try {
    return read(own)
  } finally {
    all.valuesLeft -= before.valuesLeft - own.valuesLeft
    all.charactersLeft -= before.charactersLeft - own.charactersLeft
  }
}

/** For what was exported: the records of a run say four times as much as its samples. */
export const exportAllowance = (): JsonAllowance => jsonAllowance(12_000_000, 256_000_000)

/** The key as it stands in the JSON text. */
export function keyText(key: string): string {
  return isGuardedKey(key) ? key.slice(1) : key
}

const isGuardedKey = (key: string) => key.startsWith('$$') && /^\$+number$/.test(key)
const guardKey = (key: string) => (key.startsWith('$') && /^\$+number$/.test(key) ? `$${key}` : key)

const deepest = 1000
/** Characters of a number: to compare integers as Python does takes time with the square of their length. */
const longestNumber = 10_000
const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y
const words: readonly (readonly [text: string, value: Json])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ...['NaN', 'Infinity', '-Infinity'].map(text => [text, { $number: text }] as const),
]
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const [quote, comma, colon, backslash] = [34, 44, 58, 92]

/** Whether JSON takes it for white space. @param code of a character, or a byte of UTF-8 */
export const isJsonSpace = (code: number): boolean =>
  code <= 32 && (code === 32 || code === 10 || code === 13 || code === 9)

/**
 * @param allowance what is left of it afterwards
 * @param texts where values that are kept are to hold nothing of `text`: they are taken from here
 * @throws JsonSyntaxError, JsonLimitError
 */
export function parseJson(
  text: string,
  allowance = jsonAllowance(),
  texts: Pick<Texts, 'of'> | null = null,
): Json {
  let at = 0

  const fail = (problem: string, where = at): never => {
    throw new JsonSyntaxError(problem, text, where)
  }

  function space() {
    while (isJsonSpace(text.charCodeAt(at))) at++
  }

  /** Steps over a character and the white space behind it, if it is this one. */
  function takes(code: number): boolean {
    if (text.charCodeAt(at) !== code) return false
    at++
    space()
    return true
  }

  function spend() {
    if (--allowance.valuesLeft < 0) throw new JsonLimitError(allowance.values, 'values and keys')
  }

  function value(depth: number): Json {
    spend()
    if (depth > deepest) fail(`Nested deeper than ${deepest} levels`)
    switch (text[at]) {
      case '"':
        return texts === null ? string() : texts.of(string())
      case '{':
        return object(depth)
      case '[':
        return array(depth)
      default:
        return numberOrWord()
    }
  }

  function numberOrWord(): Json {
    numberPattern.lastIndex = at
    const match = numberPattern.exec(text)
    if (match) {
      if (match[0].length > longestNumber) fail(`A number has more than ${longestNumber} characters`)
      at = numberPattern.lastIndex
      const number = Number(match[0])
      return String(number) === match[0] ? number : { $number: match[0] }
    }
    for (const [word, meaning] of words) {
      if (!text.startsWith(word, at)) continue
      at += word.length
      return isNumberText(meaning) ? { ...meaning } : meaning
    }
    return fail(at < text.length ? 'A value was expected' : 'The text ends where a value was expected')
  }

  function string(): string {
    const opening = at++
    let isPlain = true
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === quote) {
        const inside = text.slice(opening + 1, at++)
        // Put together from its pieces, a string of many escapes would take a hundred times its own memory.
        return isPlain ? inside : JSON.parse(`"${inside}"`)
      }
      if (code === backslash) {
        isPlain = false
        escaped()
      } else if (code >= 32) at++
      else if (at < text.length) fail('A control character stands in a string')
      else fail('A string is not closed', opening)
    }
  }

  function escaped() {
    escapeSequence.lastIndex = at
    if (escapeSequence.test(text)) at = escapeSequence.lastIndex
    else fail(text[at + 1] === 'u' ? 'A \\u escape needs four hexadecimal digits' : 'There is no such escape')
  }

  function array(depth: number): Json[] {
    const result: Json[] = []
    at++
    space()
    if (text[at] !== ']')
      do {
        result.push(value(depth + 1))
        space()
      } while (takes(comma))
    close(']')
    return result
  }

  function object(depth: number): JsonObject {
    const result: Record<string, Json> = {}
    at++
    space()
    if (text[at] !== '}')
      do {
        if (text.charCodeAt(at) !== quote) fail('A property name in double quotes was expected')
        spend()
        const key = guardKey(string())
        space()
        if (!takes(colon)) fail("A ':' was expected")
        setOwn(result, key, value(depth + 1))
        space()
      } while (takes(comma))
    close('}')
    return result
  }

  function close(bracket: string) {
    if (text[at] !== bracket) fail(`A ',' or '${bracket}' was expected`)
    at++
  }

  allowance.charactersLeft -= text.length
  if (allowance.charactersLeft < 0) throw new JsonLimitError(allowance.characters, 'characters')
  if (text.startsWith('\ufeff')) fail('A byte order mark begins the text')
  space()
  const result = value(1)
  space()
  if (at < text.length) fail('Something follows the end of the value')
  return result
}

/** `object[key] = value`, where even `__proto__` is a key like any other. */
function setOwn(object: Record<string, Json>, key: string, value: Json) {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true })
  } else {
    object[key] = value
  }
}

export interface StringifyOptions {
  /** Spaces a level; without it the text has no white space at all. */
  readonly indent?: number
  /** How many levels deep the value stands in the text it will be part of. */
  readonly depth?: number
  /** How numbers are written; by default as they were read. */
  readonly number?: (value: number | NumberText) => string
}

const numberAsRead = (value: number | NumberText) =>
  typeof value === 'number' ? String(value) : value.$number

/** As Python's `json.dumps(value, ensure_ascii=False, indent=indent)`, but that lone surrogates are escaped. */
export function stringifyJson(value: Json, options: StringifyOptions = {}): string {
  const { indent = 0, number = numberAsRead } = options
  const colon = indent > 0 ? ': ' : ':'

  function write(value: Json, depth: number): string {
    if (value === null || typeof value === 'boolean') return String(value)
    if (typeof value === 'string') return JSON.stringify(value)
    if (typeof value === 'number' || isNumberText(value)) return number(value)
    if (isJsonArray(value)) {
      const items = value.map(item => write(item, depth + 1))
      return enclose('[', items, ']', depth)
    }
    const items = Object.entries(value)
      // Plain data of ours may hold fields that are not there.
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => JSON.stringify(keyText(key)) + colon + write(item, depth + 1))
    return enclose('{', items, '}', depth)
  }

  function enclose(open: string, items: readonly string[], close: string, depth: number): string {
    if (items.length === 0) return open + close
    if (indent === 0) return open + items.join(',') + close
    const margin = `\n${' '.repeat(indent * depth)}`
    const step = margin + ' '.repeat(indent)
    return open + step + items.join(`,${step}`) + margin + close
  }

  return write(value, options.depth ?? 0)
}
