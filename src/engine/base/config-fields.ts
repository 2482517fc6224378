import { ownValue } from '@voxelwise/python'
import { VoxelwiseError } from './errors.ts'

/** Typed reading of a model's configuration: a field of the wrong kind is an error that names it. */

type Fields = Readonly<Record<string, unknown>>

export function fieldError(file: string, field: string, expected: string): VoxelwiseError {
  return new VoxelwiseError({
    code: 'model-config',
    subject: `${file}: ${field}`,
    message: `This field must be ${expected}.`,
    remedy: 'Compare the file with the one the model was published with.',
  })
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function numberField(fields: Fields, field: string, file: string, fallback?: number): number {
  const value = ownValue(fields, field) ?? fallback
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw fieldError(file, field, 'a number')
}

/** A number above 0, or `fallback` where the field is absent. */
export function positiveField(fields: Fields, field: string, file: string, fallback?: number): number {
  const value = numberField(fields, field, file, fallback)
  if (value > 0) return value
  throw fieldError(file, field, 'a number above 0')
}

/** A whole number from 1 to `max`, or `fallback` if the field is absent. */
export function wholeField(
  fields: Fields,
  field: string,
  file: string,
  max: number,
  fallback?: number,
): number {
  const value = numberField(fields, field, file, fallback)
  if (Number.isInteger(value) && value >= 1 && value <= max) return value
  throw fieldError(file, field, `a whole number from 1 to ${max}`)
}

export function flagField(fields: Fields, field: string, file: string, fallback: boolean): boolean {
  const value = ownValue(fields, field) ?? fallback
  if (typeof value === 'boolean') return value
  throw fieldError(file, field, 'true or false')
}

/** Three numbers, one a colour channel. */
export function tripleField(fields: Fields, field: string, file: string): readonly [number, number, number] {
  const value = ownValue(fields, field)
  const [a, b, c, ...more] = Array.isArray(value) ? (value as unknown[]) : []
  // As they are computed with: in 32 bits.
  const isNumber = (one: unknown): one is number =>
    typeof one === 'number' && Number.isFinite(Math.fround(one))
  if (isNumber(a) && isNumber(b) && isNumber(c) && more.length === 0) return [a, b, c]
  throw fieldError(file, field, 'three numbers')
}

export function objectField(fields: Fields, field: string, file: string): Fields {
  const value = ownValue(fields, field)
  if (isFields(value)) return value
  throw fieldError(file, field, 'an object')
}
