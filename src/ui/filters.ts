import type { ResultRow } from './state.ts'

export const filterAxes = ['task', 'modality', 'parts', 'dataset', 'verdict'] as const
export type FilterAxis = (typeof filterAxes)[number]

/** What the sample list shows; an axis that is absent lets everything through. */
export interface Filter {
  readonly axes: Readonly<Partial<Record<FilterAxis, string>>>
  readonly text: string
}

export function filterFromQuery(query: URLSearchParams): Filter {
  const axes: Partial<Record<FilterAxis, string>> = {}
  for (const axis of filterAxes) {
    const value = query.get(axis)
    if (value !== null) axes[axis] = value
  }
  return { axes, text: query.get('q') ?? '' }
}

/** Every word must be in the question, the id or the image's path. */
export function filterRows(rows: readonly ResultRow[], { axes, text }: Filter): readonly ResultRow[] {
  const wanted = filterAxes.filter(axis => axes[axis] !== undefined)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0 && words.length === 0) return rows
  return rows.filter(row => {
    if (!wanted.every(axis => row[axis] === axes[axis])) return false
    if (words.length === 0) return true
    const searched = `${row.question}\n${row.id}\n${row.image ?? ''}`.toLowerCase()
    return words.every(word => searched.includes(word))
  })
}

/** The values of an axis with how many rows have them, in order of first appearance. */
export function valuesOf(
  rows: readonly ResultRow[],
  axis: FilterAxis,
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(row[axis], (counts.get(row[axis]) ?? 0) + 1)
  return [...counts]
}
