import { type Json, stringifyJson } from '../../engine/base/json.ts'

/** A field's value as people read it: text as it is, everything else as JSON. */
export function jsonText(value: Json): string {
  return typeof value === 'string' ? value : stringifyJson(value)
}
