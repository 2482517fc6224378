import type { FieldColumn } from '../data/field-column.ts'
import type { ResultRow } from '../data/results.ts'
import { type ListAxis, listAxes } from '../data/run-overview.ts'
import { searchedOf, wordTest } from './search-words.ts'

/** Confidences above `from`, up to and including `to`, as the bins of the reliability diagram have them. */
export interface ConfidenceRange {
  readonly from: number
  readonly to: number
}

/** One of the samples' own fields: whole, as a value of it stands, or holding a text, in any case. */
export interface FieldFilter {
  readonly name: string
  readonly value: string | null
  readonly has: string
}

/** What the sample list shows; an axis that is absent lets everything through. */
export interface Filter {
  readonly axes: Readonly<Partial<Record<ListAxis, string>>>
  readonly text: string
  readonly confidence: ConfidenceRange | null
  /** A kind of finding, or `any` of them. */
  readonly finding: string | null
  readonly field: FieldFilter | null
}

/** The labels that an address asks for, by their axes. */
export function labelsFromQuery<Axis extends string>(
  axes: readonly Axis[],
  query: URLSearchParams,
): Readonly<Partial<Record<Axis, string>>> {
  const labels: Partial<Record<Axis, string>> = {}
  for (const axis of axes) {
    const value = query.get(axis)
    if (value !== null) labels[axis] = value
  }
  return labels
}

/** The filter as the address holds it. */
export function filterFromQuery(query: URLSearchParams): Filter {
  const field = query.get('field')
  return {
    axes: labelsFromQuery(listAxes, query),
    text: query.get('q') ?? '',
    confidence: rangeFromText(query.get('confidence')),
    finding: query.get('finding'),
    field: field === null ? null : { name: field, value: query.get('value'), has: query.get('has') ?? '' },
  }
}

/** Whether it lets everything through. */
export const isOpen = ({ axes, text, confidence, finding, field }: Filter): boolean =>
  Object.keys(axes).length === 0 &&
  text.trim() === '' &&
  confidence === null &&
  finding === null &&
  (field === null || (field.value === null && field.has === ''))

/** "0.8-0.9". */
export function rangeFromText(text: string | null): ConfidenceRange | null {
  const [from = Number.NaN, to = Number.NaN, more] = (text ?? '').split('-').map(Number)
  return more === undefined && from >= 0 && from <= to && to <= 1 ? { from, to } : null
}

/** The range as `rangeFromText` reads it. */
export const rangeText = ({ from, to }: ConfidenceRange): string => `${from}-${to}`

/** As a bin has it: its lower end belongs to it only where nothing lies below. */
function isWithin(confidence: number | null, { from, to }: ConfidenceRange): boolean {
  return confidence !== null && confidence <= to && (confidence > from || from === 0)
}

/**
 * The rows that a filter lets through.
 * @param column of the field that is filtered by
 */
export function filterRows(
  rows: readonly ResultRow[],
  filter: Filter,
  column: FieldColumn | null = null,
): readonly ResultRow[] {
  if (isOpen(filter)) return rows
  const isWanted = rowTest(filter, column)
  return rows.filter(isWanted)
}

/** Milliseconds after which others are let through. */
const breath = 8

/** The same in portions, so that a search through 100,000 rows never holds the page up. */
export async function filterInPortions(
  rows: readonly ResultRow[],
  filter: Filter,
  column: FieldColumn | null,
): Promise<readonly ResultRow[]> {
  if (isOpen(filter)) return rows
  const isWanted = rowTest(filter, column)
  const found: ResultRow[] = []
  let begun = performance.now()
  for (const [at, row] of rows.entries()) {
    if (isWanted(row, at)) found.push(row)
    if (at % 512 === 0 && performance.now() - begun > breath) {
      await new Promise(resolve => setTimeout(resolve))
      begun = performance.now()
    }
  }
  return found
}

function rowTest(
  { axes, text, confidence, finding, field }: Filter,
  column: FieldColumn | null,
): (row: ResultRow, at: number) => boolean {
  const wanted = listAxes.filter(axis => axes[axis] !== undefined)
  const hasWords = wordTest(text)
  const codes = field && column ? wantedCodes(field, column) : null
  return (row, at) => {
    if (!wanted.every(axis => row[axis] === axes[axis])) return false
    if (confidence && !isWithin(row.confidence, confidence)) return false
    if (finding !== null && !hasFinding(row, finding)) return false
    if (codes && !codes.has(column?.codes[at] ?? -1)) return false
    return hasWords === null || hasWords(searchedOf(row))
  }
}

const hasFinding = ({ findings = [] }: ResultRow, wanted: string) =>
  wanted === 'any' ? findings.length > 0 : findings.some(kind => kind === wanted)

/** Null where the field is named but nothing is asked of it. */
function wantedCodes({ value, has }: FieldFilter, { values }: FieldColumn): ReadonlySet<number> | null {
  if (value === null && has === '') return null
  const text = has.toLowerCase()
  return new Set(
    values.flatMap((one, code) =>
      (value === null || one === value) && one.toLowerCase().includes(text) ? [code] : [],
    ),
  )
}

export type SampleSort = 'order' | 'least-sure' | 'surest'

/** How the list is sorted, as the address holds it. */
export const sampleSortFromQuery = (query: URLSearchParams): SampleSort =>
  (['least-sure', 'surest'] as const).find(sort => sort === query.get('sort')) ?? 'order'

/** The rows by confidence, equal ones in their own order; those without come last. */
export function sortByConfidence(rows: readonly ResultRow[], sort: SampleSort): readonly ResultRow[] {
  if (sort === 'order') return rows
  const sign = sort === 'surest' ? -1 : 1
  // Whole numbers that hold confidence and position at once: sorted natively, 100,000 take a few milliseconds.
  const keys = new Float64Array(rows.length)
  for (const [at, { confidence }] of rows.entries()) {
    const rank = confidence === null ? 2 ** 30 : Math.round(sign * confidence * 2 ** 29)
    keys[at] = rank * 2 ** 22 + at
  }
  const sorted: ResultRow[] = []
  for (const key of keys.sort()) {
    const row = rows[((key % 2 ** 22) + 2 ** 22) % 2 ** 22]
    if (row) sorted.push(row)
  }
  return sorted
}
