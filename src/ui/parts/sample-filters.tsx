import { useId, useMemo } from 'react'
import { type Filter, type FilterAxis, filterAxes, valuesOf } from '../filters.ts'
import { count, label } from '../format.ts'
import { changeQuery } from '../router.ts'
import type { ResultRow } from '../state.ts'
import { SearchField } from './search-field.tsx'

const names: Readonly<Record<FilterAxis, string>> = {
  task: 'Task',
  modality: 'Modality',
  parts: 'Region',
  dataset: 'Source',
  verdict: 'Verdict',
}
const verdicts: Readonly<Record<string, string>> = { correct: 'Right', wrong: 'Wrong', failed: 'Failed' }
const any = '*'

/** What of the samples is listed; kept in the address. */
export function SampleFilters({
  rows,
  filter,
}: {
  readonly rows: readonly ResultRow[]
  readonly filter: Filter
}) {
  const isFiltered = filter.text !== '' || Object.keys(filter.axes).length > 0
  return (
    <search className="filters" aria-label="Samples">
      {filterAxes.map(axis => (
        <AxisFilter key={axis} axis={axis} rows={rows} value={filter.axes[axis]} />
      ))}
      <SearchField label="Search" text={filter.text} />
      {isFiltered && (
        <button
          type="button"
          className="button"
          onClick={() =>
            changeQuery({ task: null, modality: null, parts: null, dataset: null, verdict: null, q: null })
          }
        >
          Show all
        </button>
      )}
    </search>
  )
}

interface AxisProps {
  readonly axis: FilterAxis
  readonly rows: readonly ResultRow[]
  readonly value: string | undefined
}

function AxisFilter({ axis, rows, value }: AxisProps) {
  const id = useId()
  const values = useMemo(() => valuesOf(rows, axis), [rows, axis])
  const isKnown = value === undefined || values.some(([known]) => known === value)
  const name = (text: string) => (axis === 'verdict' ? (verdicts[text] ?? text) : label(text))
  return (
    <div className="filter">
      <label htmlFor={id}>{names[axis]}</label>
      <select
        id={id}
        value={value === undefined ? any : `=${value}`}
        onChange={event =>
          changeQuery({ [axis]: event.target.value === any ? null : event.target.value.slice(1) })
        }
      >
        <option value={any}>All</option>
        {!isKnown && <option value={`=${value}`}>{name(value)} (0)</option>}
        {values.map(([text, n]) => (
          <option key={text} value={`=${text}`}>
            {name(text)} ({count(n)})
          </option>
        ))}
      </select>
    </div>
  )
}
