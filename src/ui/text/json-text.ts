import { type Json, stringifyJson } from '../../engine/base/json.ts'

/** A field's value for display: text unchanged, everything else as JSON. */
export function jsonText(value: Json): string {
  return typeof value === 'string' ? value : stringifyJson(value)
}
