/** One field of all records of a run, as text, to filter by: made when someone asks for it. */

import { get, ownValue, stringifyJson } from '@voxelwise/python'
import { getOrMake } from '../base/grouping.ts'
import type { RunRecord } from '../protocol/record.ts'

export interface FieldColumn {
  /** Each text once, in the order of first mention. */
  readonly values: readonly string[]
  /** For each record the place of its text in `values`; −1 where it lacks the field. */
  readonly codes: Int32Array
}

/** Filters on the model's work as well, under names that no sample's field has. */
const answered: Readonly<Record<string, (record: RunRecord) => string | null>> = {
  'raw answer': record => (record.status === 'answered' ? record.response : null),
  'answer read': record => (record.status === 'answered' ? record.parsed : null),
  'read by': record => (record.status === 'answered' ? (record.rule ?? null) : null),
  'not read because': record => (record.status === 'answered' ? (record.unparsed ?? null) : null),
  'stopped by': record => (record.status === 'answered' ? (record.score?.stop ?? null) : null),
  'error code': record => (record.status === 'failed' ? record.error.code : null),
}

/** Gathers names in the order of first mention. */
export class FieldNames {
  readonly #names = new Set<string>()

  add(records: readonly RunRecord[]): void {
    for (const { sample } of records) for (const name in sample.fields) this.#names.add(name)
  }

  all(): readonly string[] {
    return [...this.#names, ...Object.keys(answered).filter(name => !this.#names.has(name))]
  }
}

/** A field's value as people read it: text as it is, everything else as JSON; null where there is none. */
function fieldText(record: RunRecord, name: string): string | null {
  const value = get(record.sample.fields, name)
  if (value === undefined) return ownValue(answered, name)?.(record) ?? null
  return typeof value === 'string' ? value : stringifyJson(value)
}

export class FieldColumnBuilder {
  readonly #places = new Map<string, number>()
  readonly #codes: number[] = []
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  add(records: readonly RunRecord[]): void {
    for (const record of records) {
      const text = fieldText(record, this.#name)
      const code = text === null ? -1 : getOrMake(this.#places, text, () => this.#places.size)
      this.#codes.push(code)
    }
  }

  column(): FieldColumn {
    return { values: [...this.#places.keys()], codes: Int32Array.from(this.#codes) }
  }
}
