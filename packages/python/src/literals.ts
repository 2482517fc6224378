/**
 * Values that Python's `repr` and `str` write into a cell (`['a', "b's"]`), read as `ast.literal_eval` reads them:
 * lists, tuples, dicts, texts with escapes, numbers, None, True, False. JSON's spelling of a list is read, too.
 * https://docs.python.org/3/reference/lexical_analysis.html#string-and-bytes-literals
 */

import type { Json } from './json.ts'
import { ownValue } from './own-value.ts'

const deepest = 20
const maxValues = 10_000
const maxCharacters = 1_000_000

const simple: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '/': '/',
}
const words: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['None', null],
  ['null', null],
  ['nan', null],
  ['True', true],
  ['true', true],
  ['False', false],
  ['false', false],
])
const digits = { x: 2, u: 4, U: 8 } as const
const numberPattern = /[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/y
const wordPattern = /[A-Za-z]+/y

class NoLiteral extends Error {}

/** @returns undefined where the text is no such value, is nested too deeply or is too long */
export function parsePythonLiteral(text: string): Json | undefined {
  if (text.length > maxCharacters) return undefined
  try {
    return new LiteralReader(text).read()
  } catch (error) {
    if (error instanceof NoLiteral) return undefined
    throw error
  }
}

class LiteralReader {
  readonly #text: string
  #at = 0
  #values = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): Json {
    const value = this.#value(0)
    this.#space()
    if (this.#at < this.#text.length) throw new NoLiteral()
    return value
  }

  #value(depth: number): Json {
    if (depth > deepest || ++this.#values > maxValues) throw new NoLiteral()
    this.#space()
    const next = this.#text[this.#at]
    if (next === '[') return this.#items(']', depth)
    if (next === '(') return this.#items(')', depth)
    if (next === '{') return this.#dict(depth)
    if (this.#startsText()) return this.#texts()
    return this.#numberOrWord()
  }

  #items(close: string, depth: number): Json[] {
    const items: Json[] = []
    this.#at++
    for (;;) {
      this.#space()
      if (this.#take(close)) return items
      const texts = this.#startsText() ? this.#sideBySide() : null
      // numpy writes an array of texts without commas; `datasets` keeps it so in CSV.
      if (texts && texts.length > 1 && items.length === 0 && this.#take(close)) return texts
      items.push(texts ? texts.join('') : this.#value(depth + 1))
      this.#space()
      if (this.#take(close)) return items
      // Lists of Arabic benchmarks use an Arabic comma.
      if (!this.#take(',') && !this.#take('،')) throw new NoLiteral()
    }
  }

  #dict(depth: number): Json {
    const entries: [string, Json][] = []
    this.#at++
    for (;;) {
      this.#space()
      if (this.#take('}')) return Object.fromEntries(entries)
      const key = this.#value(depth + 1)
      this.#space()
      if ((typeof key !== 'string' && typeof key !== 'number') || !this.#take(':')) throw new NoLiteral()
      entries.push([String(key), this.#value(depth + 1)])
      this.#space()
      if (!this.#take(',') && this.#text[this.#at] !== '}') throw new NoLiteral()
    }
  }

  #startsText(): boolean {
    return /^(?:[uUrR])?['"]/.test(this.#text.slice(this.#at, this.#at + 2))
  }

  /** Texts side by side are one, as in Python. */
  #texts(): string {
    return this.#sideBySide().join('')
  }

  #sideBySide(): string[] {
    const all: string[] = []
    do {
      if (++this.#values > maxValues) throw new NoLiteral()
      all.push(this.#oneText())
      this.#space()
    } while (this.#startsText())
    return all
  }

  #oneText(): string {
    const prefix = this.#text[this.#at] ?? ''
    const isRaw = prefix === 'r' || prefix === 'R'
    if (prefix !== "'" && prefix !== '"') this.#at++
    const mark = this.#text[this.#at] ?? ''
    const long = mark.repeat(3)
    const end = this.#text.startsWith(long, this.#at) ? long : mark
    this.#at += end.length
    let text = ''
    for (;;) {
      if (this.#at >= this.#text.length) throw new NoLiteral()
      if (this.#text.startsWith(end, this.#at)) {
        this.#at += end.length
        return text
      }
      const character = this.#text[this.#at++] as string
      if (character !== '\\') text += character
      else if (isRaw) text += `\\${this.#text[this.#at++] ?? ''}`
      else text += this.#escaped()
    }
  }

  #escaped(): string {
    const next = this.#text[this.#at++]
    if (next === undefined) throw new NoLiteral()
    if (next === '\n') return ''
    const known = ownValue(simple, next)
    if (known !== undefined) return known
    if (next === 'x' || next === 'u' || next === 'U') return this.#code(digits[next], 16)
    if (/[0-7]/.test(next)) {
      this.#at--
      return this.#code(/^[0-7]{1,3}/.exec(this.#text.slice(this.#at, this.#at + 3))?.[0].length ?? 1, 8)
    }
    return `\\${next}`
  }

  #code(length: number, base: 8 | 16): string {
    const written = this.#text.slice(this.#at, this.#at + length)
    const code = Number.parseInt(written, base)
    const isWhole = written.length === length && /^[0-9a-fA-F]+$/.test(written)
    if (!isWhole || code > 0x10ffff) throw new NoLiteral()
    this.#at += length
    return String.fromCodePoint(code)
  }

  #numberOrWord(): Json {
    const number = this.#match(numberPattern)
    if (number !== null) {
      const value = Number(number)
      return String(value) === number ? value : { $number: number }
    }
    const word = words.get(this.#match(wordPattern) ?? '')
    if (word === undefined) throw new NoLiteral()
    return word
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)?.[0] ?? null
    if (match !== null) this.#at += match.length
    return match
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
  }

  #take(mark: string): boolean {
    if (this.#text[this.#at] !== mark) return false
    this.#at++
    return true
  }
}
