/** A part of a data set that a run asks: a subset chosen by its fields, which is part of the run's identity. */

import { get, str } from '@voxelwise/python'
import type * as v from 'valibot'
import { list, nullable, shape, text } from '../base/schema.ts'
import type { Sample } from './sample.ts'

const fieldChoiceSchema = shape({
  field: text,
  /** A question has one of them, as text; null for a missing value. */
  values: list(nullable(text)),
})
export type FieldChoice = v.InferOutput<typeof fieldChoiceSchema>

export const selectionSchema = shape({
  /** All of them hold. */
  where: list(fieldChoiceSchema),
  /** Ids of the questions; null for any. */
  ids: nullable(list(text)),
})
export type Selection = v.InferOutput<typeof selectionSchema>

/**
 * "modality=CT,task=View Recognition": fields with values, alternatives within a field; `region` stands for `parts`, nothing
 * after the sign for a missing value. A comma belongs to a value unless a field and `=` follow. Null if it is no such list.
 */
export function readChoices(text: string): readonly FieldChoice[] | null {
  const values = new Map<string, (string | null)[]>()
  for (const part of text.split(/,(?=[^,=]+=)/)) {
    const at = part.indexOf('=')
    const field = part.slice(0, Math.max(0, at)).trim()
    if (field === '') return null
    const name = field.toLowerCase() === 'region' ? 'parts' : field
    const value = part.slice(at + 1).trim()
    values.set(name, [...(values.get(name) ?? []), value === '' ? null : value])
  }
  return Array.from(values, ([field, of]) => ({ field, values: of }))
}

/** The values of a data set that can be named without their field, by field. */
export type KnownValues = Readonly<Record<'task' | 'modality' | 'parts', readonly string[]>>

/**
 * The same for what a person types: case does not matter, and a value that one field alone has needs no field: "ct" for
 * "modality=CT". Null if some part is neither a field with a value nor a known value.
 */
export function typedChoices(typed: string, known: KnownValues): readonly FieldChoice[] | null {
  const whole = fieldsWith(typed.trim(), known)
  const bare = whole.length === 1 ? [whole] : typed.split(',').map(part => fieldsWith(part.trim(), known))
  if (bare.every(({ length }) => length === 1)) return byField(bare.flat())
  const read = readChoices(typed)
  if (!read) return null
  return read.map(({ field, values: of }) => {
    const name = knownFields.find(each => each === field.toLowerCase()) ?? field
    return { field: name, values: of.map(value => spelled(value, knownAt(known, name))) }
  })
}

/** Alternatives within a field, in the order of their fields. */
function byField(
  found: readonly { readonly field: string; readonly value: string }[],
): readonly FieldChoice[] {
  const values = new Map<string, string[]>()
  for (const { field, value } of found) values.set(field, [...(values.get(field) ?? []), value])
  return Array.from(values, ([field, of]) => ({ field, values: of }))
}

/** A selection with one more value of a field, or without it; null for every question. */
export function toggled(selection: Selection | null, field: string, value: string): Selection | null {
  const { where = [], ids = null } = selection ?? {}
  const chosen = where.find(each => each.field === field)?.values ?? []
  const values = chosen.includes(value) ? chosen.filter(each => each !== value) : [...chosen, value]
  const others = where.filter(each => each.field !== field)
  const next = values.length > 0 ? [...others, { field, values }] : others
  return next.length > 0 || ids ? { where: next, ids } : null
}

const knownFields = ['task', 'modality', 'parts'] as const

const knownAt = (known: KnownValues, name: string): readonly string[] => {
  const field = knownFields.find(each => each === name)
  return field ? known[field] : []
}

/** Fields that have a value of this name, in the data set's spelling. */
const fieldsWith = (typed: string, known: KnownValues) =>
  knownFields.flatMap(field =>
    known[field]
      .filter(value => value.toLowerCase() === typed.toLowerCase())
      .map(value => ({ field, value })),
  )

/** In the data set's spelling, if it has the value at all. */
const spelled = (value: string | null, of: readonly string[]): string | null =>
  of.includes(value ?? '') ? value : (of.find(each => each.toLowerCase() === value?.toLowerCase()) ?? value)

/** As `readChoices` reads it. */
export const choicesText = (where: readonly FieldChoice[]): string =>
  where.flatMap(({ field, values }) => values.map(value => `${field}=${value ?? ''}`)).join(',')

export function selected(samples: readonly Sample[], selection: Selection | undefined): readonly Sample[] {
  if (!selection) return samples
  const ids = selection.ids && new Set(selection.ids)
  return samples.filter(
    ({ fields }) =>
      (!ids || ids.has(str(get(fields, 'id')))) &&
      selection.where.every(({ field, values }) => values.includes(fieldText(fields, field))),
  )
}

function fieldText(fields: Sample['fields'], field: string): string | null {
  const value = get(fields, field)
  return value === undefined || value === null || value === '' ? null : str(value)
}

/** "modality=CT, 30 listed ids". */
export const selectionText = ({ where, ids }: Selection): string =>
  [...(where.length > 0 ? [choicesText(where)] : []), ...(ids ? [`${ids.length} listed ids`] : [])].join(', ')

/** Longest name of a selection within that of its run. */
const longestName = 60

/** "CT", "CT, Lungs", "30 listed ids": the values alone, for a run's name. */
export function selectionName({ where, ids }: Selection): string {
  const values = where.flatMap(({ field, values }) => values.map(value => value ?? `no ${field}`))
  const name = [...values, ...(ids ? [`${ids.length} listed ids`] : [])].join(', ')
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name
}
