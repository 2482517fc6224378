/**
 * JSON values as Python sees them: in f-strings, as conditions, and compared with `==`. `undefined` represents a missing key, which
 * `dict.get` reads as `None`.
 */

import { isJsonArray, isNumberText, type Json, type JsonObject, keyText, type NumberText } from './json.ts'
import { ownValue } from './own-value.ts'

export type MaybeJson = Json | undefined

/** An `int` as a bigint, a `float` as a number. */
function numeric(value: number | NumberText): bigint | number {
  const text = typeof value === 'number' ? String(value) : value.$number
  return isIntegerText(text) ? BigInt(text) : Number(text)
}

const isIntegerText = (text: string) => /^-?[0-9]+$/.test(text)

/** `bool(value)` */
export function truthy(value: MaybeJson): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') return value !== ''
  if (typeof value === 'number') return value !== 0
  // NaN is true, zero in any spelling is not.
  if (isNumberText(value)) return Number(value.$number) !== 0
  if (isJsonArray(value)) return value.length > 0
  return Object.keys(value).length > 0
}

/** `str(value)`, which is also what an f-string writes. */
export function str(value: MaybeJson): string {
  return typeof value === 'string' ? value : repr(value)
}

function repr(value: MaybeJson): string {
  return scalarRepr(value) ?? written(value, scalarRepr, Object.keys)
}

/** @returns null for a list or an object */
function scalarRepr(value: MaybeJson): string | null {
  if (value === undefined || value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return stringRepr(value)
  return typeof value === 'number' || isNumberText(value) ? numberRepr(value) : null
}

/**
 * Text in parts, since texts joined on each of a thousand levels would be copied a thousand times. Some thousands are joined
 * at once: a list of a million small objects has ten times as many parts, which would take far more memory than their text.
 */
class Parts {
  #text = ''
  #parts: string[] = []

  push(part: string): void {
    if (this.#parts.push(part) >= 4096) this.joined()
  }

  joined(): string {
    this.#text += this.#parts.join('')
    this.#parts = []
    return this.#text
  }
}

/** A list or an object as text. @param scalar text of any other value, and of a key; null for lists and objects */
function written(
  value: MaybeJson,
  scalar: (value: MaybeJson) => string | null,
  listKeys: (object: JsonObject) => readonly string[],
): string {
  const parts = new Parts()
  const write = (value: MaybeJson): void => {
    const plain = scalar(value)
    if (plain !== null) parts.push(plain)
    else if (isJsonArray(value)) {
      parts.push('[')
      for (const [i, item] of value.entries()) {
        if (i > 0) parts.push(', ')
        write(item)
      }
      parts.push(']')
    } else {
      const object = value as JsonObject
      parts.push('{')
      for (const [i, key] of listKeys(object).entries()) {
        parts.push(`${i > 0 ? ', ' : ''}${scalar(keyText(key))}: `)
        write(ownValue(object, key))
      }
      parts.push('}')
    }
  }
  write(value)
  return parts.joined()
}

function numberRepr(value: number | NumberText): string {
  const text = typeof value === 'number' ? String(value) : value.$number
  if (!isIntegerText(text)) return floatRepr(Number(text))
  return text === '-0' ? '0' : text
}

/** `repr(float)`: the shortest digits that read back the same, in Python's layout. */
export function floatRepr(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const [mantissa = '', power = ''] = Math.abs(value).toExponential().split('e')
  const sign = value < 0 ? '-' : ''
  const digits = mantissa.replace('.', '')
  const exponent = Number(power)
  if (exponent < -4 || exponent >= 16) {
    const size = String(Math.abs(exponent)).padStart(2, '0')
    return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${size}`
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`
}

/** A float as JSON that is written with Python's digits: `0` as `0.0`. */
export function floatJson(value: number): NumberText {
  return { $number: floatRepr(value) }
}

/** A number as Python's `json.dump` writes it after reading it; for `stringifyJson`. */
export function jsonNumber(value: number | NumberText): string {
  const text = numberRepr(value)
  switch (text) {
    case 'nan':
      return 'NaN'
    case 'inf':
      return 'Infinity'
    case '-inf':
      return '-Infinity'
    default:
      return text
  }
}

const shortEscapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Printable ASCII without quotes and backslashes: most keys and labels, of which there may be a million. */
const plainText = /^[ -&(-[\]-~]*$/

function stringRepr(text: string): string {
  if (plainText.test(text)) return `'${text}'`
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'"
  // What `str.isprintable` denies is escaped: control, format, unassigned, separators other than the space.
  const inner = text.replace(/[\\'\p{C}\p{Z}]/gu, character => {
    if (character === ' ') return character
    if (character === "'") return mark === "'" ? "\\'" : character
    return ownValue(shortEscapes, character) ?? codeEscape(character.codePointAt(0) ?? 0)
  })
  return mark + inner + mark
}

function codeEscape(code: number): string {
  const digits = code.toString(16)
  if (code <= 0xff) return `\\x${digits.padStart(2, '0')}`
  return code <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`
}

/** `a == b`: numbers and booleans by value (`1 == 1.0 == True`), lists and objects by content. */
export function equal(a: MaybeJson, b: MaybeJson): boolean {
  if (isNan(a) && isNan(b)) return false
  return alike(a, b)
}

/** Inside a list or an object Python's JSON reader uses one and the same NaN, which there equals itself. */
function alike(a: MaybeJson, b: MaybeJson): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b
  return hashKey(a) === hashKey(b)
}

const isNan = (value: MaybeJson) => isNumberText(value) && value.$number === 'NaN'

/** A text that two values share exactly when they are equal; one NaN is taken for another. */
export function hashKey(value: MaybeJson): string {
  // No other key begins with a quote.
  if (typeof value === 'string') return `"${value}`
  return scalarKey(value) ?? written(value, scalarKey, object => Object.keys(object).sort())
}

/** @returns null for a list or an object */
function scalarKey(value: MaybeJson): string | null {
  if (value === undefined || value === null) return 'None'
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'string') return JSON.stringify(value)
  return typeof value === 'number' || isNumberText(value) ? numberKey(numeric(value)) : null
}

function numberKey(value: bigint | number): string {
  if (typeof value === 'number' && Number.isInteger(value)) return String(BigInt(value))
  return String(value)
}

/** The own value of a key, as `dict.get` reads it. Asked some dozens of times a row. */
export function get(object: JsonObject, key: string): MaybeJson {
  // Not first the value: where every object has other keys, V8 takes microseconds to find that one is not there.
  return ownValue(object, key)
}
