import { type Steps, toEndInPortions } from '@voxelwise/statistics'
import type { ChangedSample } from '../../../engine/analysis/comparison.ts'
import type { FieldColumn } from '../../../engine/analysis/field-column.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { type ListAxis, listAxes } from '../../../engine/analysis/run-overview.ts'
import { hasYesNoAnswer } from '../../../engine/analysis/yes-no.ts'
import { listImages } from '../../../engine/protocol/sample.ts'
import { type Level, levelUnder } from '../../../engine/protocol/shortcut.ts'
import type { ListedSample } from '../table/saved-columns.ts'

/** Confidences above `from`, up to and including `to`, like the bins of the reliability diagram. */
export interface ConfidenceRange {
  readonly from: number
  readonly to: number
}

/** A filter on one of the samples' own fields: an exact value, or a contained text, ignoring case. */
export interface FieldFilter {
  readonly name: string
  readonly value: string | null
  readonly has: string
}

/** How a verdict may differ from that of another run. */
const changes = ['changed', 'gained', 'lost'] as const
type Change = (typeof changes)[number]

/**
 * Samples of a shortcut: a right diagnosis above a wrong perception of the same image; answers that no rule could read; questions
 * whose right answer is yes or no.
 */
const onlyChoices = ['shortcut', 'unread', 'yes-no'] as const
type Only = (typeof onlyChoices)[number]

export const onlyNames: Readonly<Record<Only, string>> = {
  shortcut: 'In a shortcut',
  unread: 'Read by no rule',
  'yes-no': 'Yes/no questions',
}

/** A selection of samples, as the address keeps it; an absent axis matches everything. */
export interface Filter {
  readonly axes: Readonly<Partial<Record<ListAxis, string>>>
  readonly text: string
  readonly confidence: ConfidenceRange | null
  /** A kind of finding, or `any` of them. */
  readonly finding: string | null
  readonly field: FieldFilter | null
  /** What the task counts as. */
  readonly level: Level | null
  readonly tag: string | null
  /** Id of another run: it is compared with, and `change` is the change from its verdict. */
  readonly against: string | null
  readonly change: Change | null
  readonly only: Only | null
}

/** What a selection needs to know besides the rows. */
interface SelectionFacts {
  /** Column of the filtered field. */
  readonly column?: FieldColumn | null
  /** What each task counts as; the protocol's own levels unless given. */
  readonly taskLevel?: (task: string) => Level
  /** Indices of the samples with the tag. */
  readonly tagged?: ReadonlySet<number>
  /** By the index of the sample, its change from the other run. */
  readonly changed?: ReadonlyMap<number, ChangedSample['change']>
  /** Indices of the samples of shortcuts. */
  readonly ofShortcuts?: ReadonlySet<number>
}

/** The parameters of an address that make up a selection. */
const parameters = [
  ...listAxes,
  ...['confidence', 'finding', 'field', 'value', 'has', 'level', 'tag', 'against', 'change', 'only', 'q'],
]

/** The selection in an address, as parameters of another. */
export const selectionQuery = (query: URLSearchParams): Readonly<Record<string, string | null>> =>
  Object.fromEntries(parameters.map(name => [name, query.get(name)]))

/** Parameters that select everything. */
export const everySample: Readonly<Record<string, null>> = Object.fromEntries(
  parameters.map(name => [name, null]),
)

/** The labels in an address, by axis. */
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

/** The filter in an address. */
export function filterFromQuery(query: URLSearchParams): Filter {
  const field = query.get('field')
  return {
    axes: labelsFromQuery(listAxes, query),
    text: query.get('q') ?? '',
    confidence: rangeFromText(query.get('confidence')),
    finding: query.get('finding'),
    field: field === null ? null : { name: field, value: query.get('value'), has: query.get('has') ?? '' },
    level: (['low', 'high', 'ignored'] as const).find(level => level === query.get('level')) ?? null,
    tag: query.get('tag'),
    against: query.get('against'),
    change: query.has('against') ? (changes.find(change => change === query.get('change')) ?? null) : null,
    only: onlyChoices.find(only => only === query.get('only')) ?? null,
  }
}

/** Whether the filter matches everything. */
export const isOpen = ({
  axes,
  text,
  confidence,
  finding,
  field,
  level,
  tag,
  change,
  only,
}: Filter): boolean =>
  level === null &&
  only === null &&
  tag === null &&
  change === null &&
  Object.keys(axes).length === 0 &&
  text.trim() === '' &&
  confidence === null &&
  finding === null &&
  (field === null || (field.value === null && field.has === ''))

/** "0.8-0.9". */
function rangeFromText(text: string | null): ConfidenceRange | null {
  const [from = Number.NaN, to = Number.NaN, more] = (text ?? '').split('-').map(Number)
  return more === undefined && from >= 0 && from <= to && to <= 1 ? { from, to } : null
}

/** The range as `rangeFromText` reads it. */
export const rangeText = ({ from, to }: ConfidenceRange): string => `${from}-${to}`

/** The lower end belongs to a bin only if it is 0. */
function isWithin(confidence: number | null, { from, to }: ConfidenceRange): boolean {
  return confidence !== null && confidence <= to && (confidence > from || from === 0)
}

/** Milliseconds of work on the main thread before yielding. */
const yieldAfterMilliseconds = 8
/** Rows between two checks of the clock. */
const step = 512

/** Filters and sorts in portions, so that 100,000 rows do not block the page. */
export function listInPortions(
  rows: readonly ResultRow[],
  filter: Filter,
  facts: SelectionFacts,
  sort: SampleSort,
): Promise<readonly ResultRow[]> {
  return toEndInPortions(listSteps(rows, filter, facts, sort), yieldAfterMilliseconds)
}

/** The rows of a selection, sorted. */
function* listSteps(
  rows: readonly ResultRow[],
  filter: Filter,
  facts: SelectionFacts,
  sort: SampleSort,
): Steps<readonly ResultRow[]> {
  return yield* sortSteps(yield* filterSteps(rows, filter, facts), sort)
}

function* filterSteps(
  rows: readonly ResultRow[],
  filter: Filter,
  facts: SelectionFacts,
): Steps<readonly ResultRow[]> {
  if (isOpen(filter)) return rows
  const isWanted = rowTest(filter, facts)
  const matches: ResultRow[] = []
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as ResultRow
    if (isWanted(row, at)) matches.push(row)
    if (at % step === 0) yield
  }
  return matches
}

function rowTest(
  { axes, text, confidence, finding, field, level, tag, change, only }: Filter,
  { column, taskLevel = levelUnder({}), tagged, changed, ofShortcuts }: SelectionFacts,
): (row: ResultRow, at: number) => boolean {
  const wanted = listAxes.filter(axis => axes[axis] !== undefined)
  const hasWords = wordTest(text)
  const codes = field && column ? wantedCodes(field, column) : null
  return (row, at) => {
    if (!wanted.every(axis => row[axis] === axes[axis])) return false
    if (confidence && !isWithin(row.confidence, confidence)) return false
    if (finding !== null && !hasFinding(row, finding)) return false
    if (level !== null && taskLevel(row.task) !== level) return false
    if (tag !== null && !tagged?.has(row.index)) return false
    if (change !== null && !isChanged(changed?.get(row.index), change)) return false
    if (only === 'unread' && !row.isUnparsed) return false
    if (only === 'yes-no' && !hasYesNoAnswer(row)) return false
    if (only === 'shortcut' && !ofShortcuts?.has(row.index)) return false
    if (codes && !codes.has(column?.codes[at] ?? -1)) return false
    return hasWords === null || hasWords(searchedText(row))
  }
}

const isChanged = (change: ChangedSample['change'] | undefined, wanted: Change): boolean =>
  wanted === 'changed' ? change !== undefined : change === wanted

const hasFinding = ({ findings = [] }: ResultRow, wanted: string) =>
  wanted === 'any' ? findings.length > 0 : findings.some(kind => kind === wanted)

/** Null if the field has neither a value nor a text to match. */
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

/** The sort order in an address. */
export const sampleSortFromQuery = (query: URLSearchParams): SampleSort =>
  (['least-sure', 'surest'] as const).find(sort => sort === query.get('sort')) ?? 'order'

/** By confidence, stable; rows without confidence come last. */
function* sortSteps(rows: readonly ResultRow[], sort: SampleSort): Steps<readonly ResultRow[]> {
  if (sort === 'order') return rows
  const sign = sort === 'surest' ? -1 : 1
  // Whole numbers that encode confidence and position together: sorted natively, 100,000 take a few milliseconds.
  const keys = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const { confidence } = rows[at] as ResultRow
    const rank = confidence === null ? 2 ** 30 : Math.round(sign * confidence * 2 ** 29)
    keys[at] = rank * 2 ** 22 + at
    if (at % step === 0) yield
  }
  keys.sort()
  yield
  const sorted: ResultRow[] = []
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as number
    sorted.push(rows[key - Math.floor(key / 2 ** 22) * 2 ** 22] as ResultRow)
    if (at % step === 0) yield
  }
  return sorted
}

/** A test whether a text contains every word of a search, ignoring case; null for an empty search. */
export function wordTest(search: string): ((text: string) => boolean) | null {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return null
  return text => {
    const searched = text.toLowerCase()
    return words.every(word => searched.includes(word))
  }
}

/** The searched text of a sample: question, id and image paths. */
export const searchedText = (
  sample: Pick<ListedSample, 'question' | 'id' | 'image' | 'furtherImages'>,
): string => `${sample.question}\n${sample.id}\n${listImages(sample).join('\n')}`
