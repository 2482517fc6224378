/**
 * JSON that loses nothing. A number that a JavaScript number would change when written again (an integer
 * beyond 2^53, `1.0`, `1e400`, `NaN`) is kept as its own text, so that fields are carried through untouched
 * and Python's view of them (`str`, truth, equality) can still be determined.
 *
 * `parseJson` takes what Python's `json.loads` takes: `NaN`, `Infinity` and `-Infinity` are numbers, of equal
 * keys the last wins, a byte order mark is refused, and so is nesting beyond Python's recursion limit. (Python
 * also refuses integers of more than 4,300 digits; here the limit is 10,000.) One thing is lost: JavaScript puts keys
 * that look like array indices (`"0"`) first.
 */
import { setOwn } from './own-value.ts'

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
  readonly #problem: string
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
    super(atPlace(problem, line, column))
    this.#problem = problem
    this.line = line
    this.column = column
  }

  /** The message of the same problem where the text is a part of a longer one. */
  at(line: number, column: number): string {
    return atPlace(this.#problem, line, column)
  }
}

const atPlace = (problem: string, line: number, column: number): string =>
  `${problem} at line ${line}, column ${column}.`

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

/** Text that may be JSON, but exceeds the reader's limit. */
export class JsonLimitError extends Error {
  override readonly name = 'JsonLimitError'

  constructor(limit: number, what: string) {
    super(`There are more than ${limit} ${what}.`)
  }
}

/**
 * The limits of one reader, for one file or for several. A value costs up to a hundred bytes of memory
 * and may be two characters of text, so the size of a file does not bound its cost.
 */
export interface JsonAllowance {
  /** Values and keys. */
  readonly values: number
  readonly characters: number
  valuesLeft: number
  charactersLeft: number
}

/** By default for a file of 100,000 rows, which have about three million values. */
export const jsonAllowance = (values = 4_000_000, characters = 200_000_000): JsonAllowance => ({
  values,
  characters,
  valuesLeft: values,
  charactersLeft: characters,
})

/** One file's share of the limit for all: no more than for a single file. */
export function ofAllowance<T>(all: JsonAllowance, file: JsonAllowance, read: (own: JsonAllowance) => T): T {
  const allowance: JsonAllowance = {
    values: all.valuesLeft < file.valuesLeft ? all.values : file.values,
    characters: all.charactersLeft < file.charactersLeft ? all.characters : file.characters,
    valuesLeft: Math.min(all.valuesLeft, file.valuesLeft),
    charactersLeft: Math.min(all.charactersLeft, file.charactersLeft),
  }
  const before = { ...allowance }
  try {
    return read(allowance)
  } finally {
    all.valuesLeft -= before.valuesLeft - allowance.valuesLeft
    all.charactersLeft -= before.charactersLeft - allowance.charactersLeft
  }
}

/** The key as written in the JSON text. */
export function keyText(key: string): string {
  return isGuardedKey(key) ? key.slice(1) : key
}

const isGuardedKey = (key: string) => key.startsWith('$$') && /^\$+number$/.test(key)
const guardKey = (key: string) => (key.startsWith('$') && /^\$+number$/.test(key) ? `$${key}` : key)

const deepest = 1000
/** Characters of a number: to compare integers as Python does takes time with the square of their length. */
const longestNumber = 10_000
const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y
const words: readonly (readonly [word: string, meaning: Json])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ...['NaN', 'Infinity', '-Infinity'].map(word => [word, { $number: word }] as const),
]
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const quote = 34
const backslash = 92

/** Whether a character code is JSON's white space. */
export const isJsonSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

/**
 * @param allowance reduced by what is read
 * @param keep which members to keep
 * @throws JsonSyntaxError, JsonLimitError
 */
export function parseJson(text: string, allowance = jsonAllowance(), keep: JsonKeep = {}): Json {
  return new JsonText(text, allowance, keep).whole()
}

/** Gives out one string for equal texts. */
interface TextPool {
  of(text: string): string
}

export interface JsonKeep {
  /** If kept values must not share memory with the text, copies come from here. */
  readonly texts?: TextPool | null
  /** For an object: the members to keep. The others are only checked. */
  readonly wanted?: ReadonlySet<string> | null
}

/** A class, not functions in one another: a file of a million records is a million texts, each with a reader. */
class JsonText {
  readonly #text: string
  readonly #allowance: JsonAllowance
  readonly #texts: TextPool | null
  readonly #wanted: ReadonlySet<string> | null
  #at = 0

  constructor(text: string, allowance: JsonAllowance, { texts = null, wanted = null }: JsonKeep) {
    this.#text = text
    this.#allowance = allowance
    this.#texts = texts
    this.#wanted = wanted
  }

  whole(): Json {
    const allowance = this.#allowance
    allowance.charactersLeft -= this.#text.length
    if (allowance.charactersLeft < 0) throw new JsonLimitError(allowance.characters, 'characters')
    if (this.#text.startsWith('\ufeff')) this.#fail('A byte order mark begins the text')
    this.#space()
    const result = this.#value(1)
    this.#space()
    if (this.#at < this.#text.length) this.#fail('Something follows the end of the value')
    return result
  }

  #fail(problem: string, where = this.#at): never {
    throw new JsonSyntaxError(problem, this.#text, where)
  }

  #space(): void {
    while (isJsonSpace(this.#text.charCodeAt(this.#at))) this.#at++
  }

  #spend(): void {
    const allowance = this.#allowance
    if (--allowance.valuesLeft < 0) throw new JsonLimitError(allowance.values, 'values and keys')
  }

  #value(depth: number): Json {
    this.#spend()
    if (depth > deepest) this.#fail(`Nested deeper than ${deepest} levels`)
    switch (this.#text[this.#at]) {
      case '"':
        return this.#texts === null ? this.#string() : this.#texts.of(this.#string())
      case '{':
        return this.#object(depth)
      case '[':
        return this.#array(depth)
      default:
        return this.#numberOrWord()
    }
  }

  #numberOrWord(): Json {
    const [text, at] = [this.#text, this.#at]
    numberPattern.lastIndex = at
    const match = numberPattern.exec(text)
    if (match) {
      if (match[0].length > longestNumber) this.#fail(`A number has more than ${longestNumber} characters`)
      this.#at = numberPattern.lastIndex
      const number = Number(match[0])
      return String(number) === match[0] ? number : { $number: match[0] }
    }
    for (const [word, meaning] of words) {
      if (text.startsWith(word, at)) {
        this.#at += word.length
        return meaning
      }
    }
    return this.#fail(at < text.length ? 'A value was expected' : 'The text ends where a value was expected')
  }

  #string(): string {
    const text = this.#text
    const opening = this.#at++
    let isPlain = true
    for (;;) {
      const code = text.charCodeAt(this.#at)
      if (code === quote) {
        const inside = text.slice(opening + 1, this.#at++)
        // Put together from its pieces, a string of many escapes would take a hundred times its own memory.
        return isPlain ? inside : JSON.parse(`"${inside}"`)
      }
      if (code === backslash) {
        isPlain = false
        this.#escaped()
      } else if (code >= 32) {
        this.#at++
      } else {
        this.#fail(
          this.#at < text.length ? 'A string contains a control character' : 'A string is not closed',
          this.#at < text.length ? this.#at : opening,
        )
      }
    }
  }

  #escaped(): void {
    escapeSequence.lastIndex = this.#at
    if (escapeSequence.test(this.#text)) this.#at = escapeSequence.lastIndex
    else
      this.#fail(
        this.#text[this.#at + 1] === 'u'
          ? 'A \\u escape needs four hexadecimal digits'
          : 'There is no such escape',
      )
  }

  #array(depth: number): Json[] {
    const text = this.#text
    const result: Json[] = []
    this.#at++
    this.#space()
    if (text[this.#at] === ']') {
      this.#at++
      return result
    }
    for (;;) {
      result.push(this.#value(depth + 1))
      this.#space()
      if (text[this.#at] === ']') {
        this.#at++
        return result
      }
      if (text[this.#at] !== ',') this.#fail("A ',' or ']' was expected")
      this.#at++
      this.#space()
    }
  }

  #object(depth: number): JsonObject {
    const text = this.#text
    const result: Record<string, Json> = {}
    this.#at++
    this.#space()
    if (text[this.#at] === '}') {
      this.#at++
      return result
    }
    for (;;) {
      if (text.charCodeAt(this.#at) !== quote) this.#fail('A property name in double quotes was expected')
      this.#spend()
      const key = guardKey(this.#string())
      this.#space()
      if (text[this.#at] !== ':') this.#fail("A ':' was expected")
      this.#at++
      this.#space()
      const value = this.#value(depth + 1)
      if (depth > 1 || this.#wanted === null || this.#wanted.has(key)) setOwn(result, key, value)
      this.#space()
      if (text[this.#at] === '}') {
        this.#at++
        return result
      }
      if (text[this.#at] !== ',') this.#fail("A ',' or '}' was expected")
      this.#at++
      this.#space()
    }
  }
}

export interface StringifyOptions {
  /** Spaces a level; without it the text has no white space at all. */
  readonly indent?: number
  /** The value's depth in the text that it will be part of. */
  readonly depth?: number
  /** How numbers are written; by default as they were read. */
  readonly number?: (value: number | NumberText) => string
}

const numberAsRead = (value: number | NumberText) =>
  typeof value === 'number' ? String(value) : value.$number

/** A value of a program's own types, without white space: only TypeScript does not see that an interface is a JSON object. */
export const jsonLine = (value: object): string => stringifyJson(value as Json & object)

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
      // Plain data of ours may have undefined fields.
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
