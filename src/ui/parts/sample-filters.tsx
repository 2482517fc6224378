import { useMemo } from 'react'
import {
  type ConfidenceRange,
  type Filter,
  type FilterAxis,
  filterAxes,
  rangeText,
  type SampleSort,
  valuesOf,
} from '../filters.ts'
import { interval, label } from '../format.ts'
import { changeQuery } from '../router.ts'
import type { ResultRow } from '../state.ts'
import { LabelSelect } from './label-select.tsx'
import { QuerySelect } from './query-select.tsx'
import { SearchField } from './search-field.tsx'

const names: Readonly<Record<FilterAxis, string>> = {
  task: 'Task',
  modality: 'Modality',
  parts: 'Region',
  dataset: 'Source',
  verdict: 'Verdict',
}
const verdicts: Readonly<Record<string, string>> = { correct: 'Right', wrong: 'Wrong', failed: 'Failed' }

/** What of the samples is listed; kept in the address. */
export function SampleFilters({
  rows,
  filter,
  sort,
}: {
  readonly rows: readonly ResultRow[]
  readonly filter: Filter
  readonly sort: SampleSort
}) {
  const isFiltered = filter.text !== '' || filter.confidence !== null || Object.keys(filter.axes).length > 0
  const isScored = useMemo(() => rows.some(({ confidence }) => confidence !== null), [rows])
  return (
    <search className="filters" aria-label="Samples">
      {filterAxes.map(axis => (
        <AxisFilter key={axis} axis={axis} rows={rows} value={filter.axes[axis]} />
      ))}
      {(isScored || filter.confidence) && <ConfidenceFilter range={filter.confidence} />}
      {isScored && <QuerySelect label="Sort" name="sort" value={sort} choices={sorts} />}
      <SearchField label="Search" text={filter.text} />
      {isFiltered && (
        <button
          type="button"
          className="button"
          onClick={() =>
            changeQuery({
              ...Object.fromEntries(filterAxes.map(axis => [axis, null])),
              confidence: null,
              q: null,
            })
          }
        >
          Show all
        </button>
      )}
    </search>
  )
}

const sorts = [
  ['order', 'As in the data set'],
  ['least-sure', 'Least sure first'],
  ['surest', 'Surest first'],
] as const

const ranges: readonly ConfidenceRange[] = [0.2, 0.4, 0.6, 0.8, 1].map(to => ({
  from: Math.round(to * 10 - 2) / 10,
  to,
}))

function ConfidenceFilter({ range }: { readonly range: ConfidenceRange | null }) {
  const all = range && !ranges.some(one => rangeText(one) === rangeText(range)) ? [range, ...ranges] : ranges
  return (
    <QuerySelect
      label="Confidence"
      name="confidence"
      value={range ? rangeText(range) : ''}
      choices={[['', 'All'], ...all.map(one => [rangeText(one), interval(one.from, one.to)] as const)]}
    />
  )
}

interface AxisProps {
  readonly axis: FilterAxis
  readonly rows: readonly ResultRow[]
  readonly value: string | undefined
}

function AxisFilter({ axis, rows, value }: AxisProps) {
  const values = useMemo(() => valuesOf(rows, axis), [rows, axis])
  const textOf = (text: string) => (axis === 'verdict' ? (verdicts[text] ?? text) : label(text))
  return <LabelSelect name={names[axis]} parameter={axis} value={value} values={values} textOf={textOf} />
}
