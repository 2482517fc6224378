/** The field in an address that figures are split by. */
import type { FieldSplit } from '../../engine/analysis/field-split.ts'
import { parseCut, partsIn } from './saved-views.ts'

/**
 * Null where the address names none, or one of the view's own axes.
 * @param own the axes
 */
export function splitIn(query: URLSearchParams, own: readonly string[]): FieldSplit | null {
  const name = query.get('by')
  if (name === null || own.includes(name)) return null
  return { name, cut: parseCut(query.get('by-cuts') ?? '', partsIn(query)) }
}
