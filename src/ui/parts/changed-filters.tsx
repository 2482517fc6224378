import { useId, useMemo } from 'react'
import type { ChangedSample } from '../../data/changed.ts'
import { type ChangedAxis, changedAxes } from '../changed-filter.ts'
import { count, label } from '../format.ts'
import { changeQuery } from '../router.ts'
import { SearchField } from './search-field.tsx'

const names: Readonly<Record<ChangedAxis, string>> = {
  change: 'Change',
  task: 'Task',
  modality: 'Modality',
  parts: 'Region',
  dataset: 'Source',
}
const changes: Readonly<Record<string, string>> = { gained: 'Gained', lost: 'Lost' }
const any = '*'

interface Props {
  readonly samples: readonly ChangedSample[]
  readonly query: URLSearchParams
}

/** Which of the changed samples are listed; kept in the address. */
export function ChangedFilters({ samples, query }: Props) {
  const isFiltered = query.get('q') || changedAxes.some(axis => query.has(axis))
  return (
    <>
      {changedAxes.map(axis => (
        <AxisFilter key={axis} axis={axis} samples={samples} value={query.get(axis)} />
      ))}
      <SearchField label="Search" text={query.get('q') ?? ''} />
      {isFiltered && (
        <button
          type="button"
          className="button"
          onClick={() =>
            changeQuery({ change: null, task: null, modality: null, parts: null, dataset: null, q: null })
          }
        >
          Show all
        </button>
      )}
    </>
  )
}

interface AxisProps {
  readonly axis: ChangedAxis
  readonly samples: readonly ChangedSample[]
  readonly value: string | null
}

function AxisFilter({ axis, samples, value }: AxisProps) {
  const id = useId()
  const values = useMemo(() => {
    const counts = new Map<string, number>()
    for (const sample of samples) counts.set(sample[axis], (counts.get(sample[axis]) ?? 0) + 1)
    return [...counts]
  }, [samples, axis])
  const isKnown = value === null || values.some(([known]) => known === value)
  const name = (text: string) => (axis === 'change' ? (changes[text] ?? text) : label(text))
  return (
    <div className="filter">
      <label htmlFor={id}>{names[axis]}</label>
      <select
        id={id}
        value={value === null ? any : `=${value}`}
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
