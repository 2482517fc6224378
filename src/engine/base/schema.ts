/** Schemas (valibot) of stored JSON, and the one way from a schema to an error that names the field at fault. */

import {
  isJsonObject,
  isNumberText,
  type Json,
  type JsonObject,
  type NumberText,
  ownValue,
  setOwn,
} from '@voxelwise/python'
import * as v from 'valibot'

/** What a field should have been; `at` is its path, such as `records[3].sample.index`. */
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
export const faultSubject = (file: string, error: unknown): string =>
  error instanceof CheckError && error.at ? `${file}: ${error.at}` : file

const first = { abortEarly: true } as const

/** @param at path of the value; empty for a whole file @throws CheckError for the first field at fault */
export function read<S extends v.GenericSchema>(
  schema: S,
  value: Json | undefined,
  at: string,
): v.InferOutput<S> {
  const result = v.safeParse(schema, value, first)
  if (result.success) return result.output
  const [{ path = [], message }] = result.issues
  const place = path.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  throw new CheckError(at ? at + place : place.replace(/^\./, ''), message)
}

/** A field of what may be no object. */
export function field(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) ? ownValue(value, key) : undefined
}

// Messages continue "… should be".

export const text = v.string('a text')
export const boolean = v.boolean('true or false')
export const jsonObject = v.custom<JsonObject>(value => isJsonObject(value as Json), 'an object')

/** A text with a minimum and a maximum length in UTF-16 units. */
export function boundedText(max: number, min = 0) {
  const bounds = min > 0 ? `${min} to ${max}` : `at most ${max}`
  return v.pipe(
    text,
    v.check(
      ({ length }) => length >= min && length <= max,
      ({ input }) => `a text of ${bounds} characters (it has ${input.length})`,
    ),
  )
}

export const matching = (pattern: RegExp, expected: string) => v.pipe(text, v.regex(pattern, expected))

/** A number in whatever spelling a program wrote it (`1.0`, `1e-07`). One step: a run.json has millions. */
export const numberThat = (holds: (value: number) => boolean, expected: string) =>
  v.pipe(
    v.unknown(),
    v.rawTransform<unknown, number>(({ dataset: { value: given }, addIssue, NEVER }) => {
      const value = isNumberText(given as Json) ? Number((given as NumberText).$number) : given
      if (typeof value === 'number' && holds(value)) return value
      addIssue({ message: typeof value === 'number' ? `${expected} (it is ${value})` : 'a number' })
      return NEVER
    }),
  )

export const number = numberThat(Number.isFinite, 'a finite number')

/** A whole number within bounds, both included. */
export const whole = (min: number, max: number) =>
  numberThat(
    value => Number.isInteger(value) && value >= min && value <= max,
    `a whole number from ${min} to ${max}`,
  )

/** A duration or the like. */
export const notNegative = numberThat(value => value >= 0 && value < Number.POSITIVE_INFINITY, '0 or more')
export const share = numberThat(value => value >= 0 && value <= 1, 'a share from 0 to 1')
/** Half an interval's width, or a risk. */
export const width = numberThat(value => value > 0 && value < 1, 'a share between 0 and 1')

/** A mark that is there or left out. */
export const yes = v.literal(true, 'true, or left out')

export function oneOf<const T extends readonly (string | number)[]>(values: T) {
  const known = values.map(value => JSON.stringify(value)).join(', ')
  return v.picklist(values, values.length > 1 ? `one of ${known}` : known)
}

export const optional = v.exactOptional
export const nullable = v.nullable

export const list = <S extends v.GenericSchema>(item: S) => v.pipe(v.array(item, 'an array'), v.readonly())

export const listOf = <S extends v.GenericSchema>(item: S, min: number, max: number) =>
  v.pipe(
    v.array(item, 'an array'),
    v.check(
      ({ length }) => length >= min && length <= max,
      ({ input }) => `an array of ${min} to ${max} items (it has ${input.length})`,
    ),
    v.readonly(),
  )

/** An object whose keys are data. It keeps every key; `v.record` may drop some. */
export const byKey = <K extends v.GenericSchema<string, string>, S extends v.GenericSchema>(
  keySchema: K,
  item: S,
) =>
  v.pipe(
    jsonObject,
    v.rawTransform<JsonObject, Readonly<Record<string, v.InferOutput<S>>>>(
      ({ dataset: { value }, addIssue, NEVER }) => {
        const entries: [string, v.InferOutput<S>][] = []
        for (const [key, input] of Object.entries(value)) {
          const [named, held] = [v.safeParse(keySchema, key, first), v.safeParse(item, input, first)]
          if (named.success && held.success) entries.push([key, held.output])
          else {
            const { message, path = [] } = (named.issues ?? held.issues ?? [])[0] ?? { message: '' }
            addIssue({
              message,
              path: [{ type: 'object', origin: 'value', input: value, key, value: input }, ...path],
            })
            return NEVER
          }
        }
        return Object.fromEntries(entries)
      },
    ),
  )

/**
 * An object with these fields, in the order in which they stand there: what is written again is the same to the byte.
 * Others are left out, but for `__proto__`, which no program writes by chance.
 */
export const shape = <const E extends v.ObjectEntries>(entries: E) =>
  v.pipe(
    objectsOnly(
      v.object(entries, ({ path, input }) =>
        path ? 'there' : input === prototype ? `an object without a key "${prototype}"` : 'an object',
      ),
      inInputOrder,
    ),
    v.readonly(),
  )

/** An object with no other fields than these, in this order: one that is misspelt is not passed over. */
export const strictShape = <const E extends v.ObjectEntries>(entries: E) =>
  v.pipe(
    objectsOnly(
      v.strictObject(entries, ({ path, expected }) => {
        if (!path) return 'an object'
        return expected === 'never'
          ? `left out; the known ones are ${Object.keys(entries).join(', ')}`
          : 'there'
      }),
      read => read,
    ),
    v.readonly(),
  )

/** One of several shapes, distinguished by a field. */
export const oneShapeOf = <const K extends string, const O extends v.VariantOptions<K>>(key: K, options: O) =>
  v.variant(key, options, ({ path, expected }) =>
    path ? `one of ${expected?.replace(/^\(|\)$/g, '').replaceAll(' | ', ', ')}` : 'an object',
  )

const prototype = '__proto__'

type Fields = Readonly<Record<string, unknown>>

/** A schema of objects of ours: for valibot arrays and numbers in their own spelling are objects, too. */
function objectsOnly<S extends v.GenericSchema<unknown, Fields>>(
  schema: S,
  finish: (read: Fields, input: JsonObject) => Fields,
): S {
  const run: S['~run'] = (dataset, config) => {
    const input = dataset.value as Json
    if (!isJsonObject(input)) return schema['~run']({ value: null }, config)
    if (Object.hasOwn(input, prototype)) return schema['~run']({ value: prototype }, config)
    const result = schema['~run'](dataset, config)
    if (result.typed) result.value = finish(result.value, input)
    return result
  }
  return { ...schema, '~run': run }
}

/** Fields that stand for something left out come last. */
function inInputOrder(fields: Fields, input: JsonObject): Fields {
  const keys = Object.keys(fields)
  const known = Object.keys(input).filter(key => Object.hasOwn(fields, key))
  if (known.every((key, at) => key === keys[at])) return fields
  const result: Record<string, unknown> = {}
  for (const key of known) setOwn(result, key, ownValue(fields, key))
  for (const key of keys) setOwn(result, key, ownValue(fields, key))
  return result
}
