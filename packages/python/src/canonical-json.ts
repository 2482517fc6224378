import { type Json, stringifyJson } from './json.ts'

/** JSON with keys in the order of their code units, without spaces and without fields that are undefined: to be hashed. */
export function canonicalJson(value: object): string {
  const inOrder = (item: Json): Json => {
    if (Array.isArray(item)) return item.map(inOrder)
    if (typeof item !== 'object' || item === null) return item
    const entries = Object.entries(item).filter(([, each]) => each !== undefined)
    entries.sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(entries.map(([key, each]) => [key, inOrder(each)]))
  }
  return stringifyJson(inOrder(value as Json & object))
}
