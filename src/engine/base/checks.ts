/** Checks that turn JSON of unknown make into a typed value, and name the field at fault where they cannot. */
import { isJsonArray, isJsonObject, isNumberText, type Json, type JsonObject } from './json.ts'
import { get } from './python.ts'

/** The expected value of a field; `at` is its path, such as `records[3].sample.index`. */
export class CheckError extends Error {
  override readonly name = 'CheckError'
  readonly at: string
  readonly expected: string

  constructor(at: string, expected: string) {
    super(`${at} should be ${expected}.`)
    this.at = at
    this.expected = expected
  }
}

/** The name of a file, with the field at fault where an error names one. */
export const subjectOf = (file: string, error: unknown): string =>
  error instanceof CheckError && error.at ? `${file}: ${error.at}` : file

/** @throws CheckError */
export type Check<T> = (value: Json | undefined, at: string) => T

function primitive<T>(isOne: (value: Json | undefined) => value is T & Json, expected: string): Check<T> {
  return (value, at) => {
    if (isOne(value)) return value
    throw new CheckError(at, expected)
  }
}

export const text = primitive(value => typeof value === 'string', 'a text')

/** A text of up to this many UTF-16 units. */
export function textOf(max: number, min = 0): Check<string> {
  const bounds = min > 0 ? `${min} to ${max}` : `at most ${max}`
  return (value, at) => {
    const read = text(value, at)
    if (read.length >= min && read.length <= max) return read
    throw new CheckError(at, `a text of ${bounds} characters (it has ${read.length})`)
  }
}

export function matching(pattern: RegExp, expected: string): Check<string> {
  return (value, at) => {
    const read = text(value, at)
    if (pattern.test(read)) return read
    throw new CheckError(at, expected)
  }
}

/** A finite number, in whatever spelling a program wrote it (`1.0`, `1e-07`). */
export const number: Check<number> = (value, at) => {
  const result = isNumberText(value) ? Number(value.$number) : value
  if (typeof result === 'number' && Number.isFinite(result)) return result
  throw new CheckError(at, 'a number')
}

/** A whole number within bounds, both included. */
export function whole(min: number, max: number): Check<number> {
  return (value, at) => {
    const read = number(value, at)
    if (Number.isInteger(read) && read >= min && read <= max) return read
    throw new CheckError(at, `a whole number from ${min} to ${max} (it is ${read})`)
  }
}

/** A duration or the like. */
export const notNegative: Check<number> = (value, at) => {
  const read = number(value, at)
  if (read >= 0) return read
  throw new CheckError(at, `0 or more (it is ${read})`)
}

export const boolean = primitive(value => typeof value === 'boolean', 'true or false')
export const jsonObject: Check<JsonObject> = primitive(isJsonObject, 'an object')

export function oneOf<const T extends string | number>(values: readonly T[]): Check<T> {
  return (value, at) => {
    const found = values.find(each => each === value)
    if (found === undefined) {
      const known = values.map(value => JSON.stringify(value)).join(', ')
      throw new CheckError(at, values.length > 1 ? `one of ${known}` : known)
    }
    return found
  }
}

export function nullable<T>(check: Check<T>): Check<T | null> {
  return (value, at) => (value === null ? null : check(value, at))
}

export function optional<T>(check: Check<T>): Check<T | undefined> {
  return (value, at) => (value === undefined ? undefined : check(value, at))
}

export function list<T>(check: Check<T>): Check<readonly T[]> {
  return (value, at) => {
    if (!isJsonArray(value)) throw new CheckError(at, 'an array')
    return value.map((item, index) => check(item, `${at}[${index}]`))
  }
}

/** A field of what may be no object. */
export function field(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) ? get(value, key) : undefined
}

/**
 * An object with these fields, in their original order, so that it is written back byte for byte. Other fields are
 * dropped, except `__proto__`, which no program writes by accident.
 */
export function shape<T extends object>(checks: { readonly [K in keyof T]-?: Check<T[K]> }): Check<T> {
  const fields = Object.entries<Check<unknown>>(checks)
  return (value, at) => {
    if (!isJsonObject(value)) throw new CheckError(at, 'an object')
    if (Object.hasOwn(value, '__proto__')) throw new CheckError(at, 'an object without a key "__proto__"')
    const entries = fields.map(
      ([key, check]) => [key, check(get(value, key), at ? `${at}.${key}` : key)] as const,
    )
    const checked = new Map<string, unknown>(entries.filter(([, field]) => field !== undefined))
    // The check that supplies a default comes last.
    const inOrder = new Set([...Object.keys(value).filter(key => checked.has(key)), ...checked.keys()])
    // Every field of T was checked by its own check just above.
    return Object.fromEntries([...inOrder].map(key => [key, checked.get(key)])) as T
  }
}
