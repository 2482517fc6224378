import type { ResultRow } from './state.ts'

export const filterAxes = ['task', 'modality', 'parts', 'dataset', 'verdict'] as const
export type FilterAxis = (typeof filterAxes)[number]

/** Confidences above `from`, up to and including `to`, as the bins of the reliability diagram have them. */
export interface ConfidenceRange {
  readonly from: number
  readonly to: number
}

/** What the sample list shows; an axis that is absent lets everything through. */
export interface Filter {
  readonly axes: Readonly<Partial<Record<FilterAxis, string>>>
  readonly text: string
  readonly confidence: ConfidenceRange | null
}

export function filterFromQuery(query: URLSearchParams): Filter {
  const axes: Partial<Record<FilterAxis, string>> = {}
  for (const axis of filterAxes) {
    const value = query.get(axis)
    if (value !== null) axes[axis] = value
  }
  return { axes, text: query.get('q') ?? '', confidence: rangeFromText(query.get('confidence')) }
}

/** "0.8-0.9". */
export function rangeFromText(text: string | null): ConfidenceRange | null {
  const [from = Number.NaN, to = Number.NaN, more] = (text ?? '').split('-').map(Number)
  return more === undefined && from >= 0 && from <= to && to <= 1 ? { from, to } : null
}

export const rangeText = ({ from, to }: ConfidenceRange): string => `${from}-${to}`

/** As a bin has it: its lower end belongs to it only where nothing lies below. */
function isWithin(confidence: number | null, { from, to }: ConfidenceRange): boolean {
  return confidence !== null && confidence <= to && (confidence > from || from === 0)
}

/** Every word must be in the question, the id or the image's path. */
export function filterRows(
  rows: readonly ResultRow[],
  { axes, text, confidence }: Filter,
): readonly ResultRow[] {
  const wanted = filterAxes.filter(axis => axes[axis] !== undefined)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0 && words.length === 0 && !confidence) return rows
  return rows.filter(row => {
    if (!wanted.every(axis => row[axis] === axes[axis])) return false
    if (confidence && !isWithin(row.confidence, confidence)) return false
    if (words.length === 0) return true
    const searched = `${row.question}\n${row.id}\n${row.image ?? ''}`.toLowerCase()
    return words.every(word => searched.includes(word))
  })
}

export type SampleSort = 'order' | 'least-sure' | 'surest'

export const sampleSortFromQuery = (query: URLSearchParams): SampleSort =>
  (['least-sure', 'surest'] as const).find(sort => sort === query.get('sort')) ?? 'order'

/** The rows by confidence, equal ones in their own order; those without come last. */
export function sortByConfidence(rows: readonly ResultRow[], sort: SampleSort): readonly ResultRow[] {
  if (sort === 'order') return rows
  const sign = sort === 'surest' ? -1 : 1
  // Whole numbers that hold confidence and position at once: sorted natively, 100,000 take a few milliseconds.
  const keys = Float64Array.from(rows, ({ confidence }, at) => {
    const rank = confidence === null ? 2 ** 30 : Math.round(sign * confidence * 2 ** 29)
    return rank * 2 ** 22 + at
  }).sort()
  return Array.from(keys, key => rows[((key % 2 ** 22) + 2 ** 22) % 2 ** 22]).filter(row => row !== undefined)
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
