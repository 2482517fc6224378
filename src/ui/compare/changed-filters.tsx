import { ownValue } from '@voxelwise/python'
import { useMemo } from 'react'
import type { ChangedSample } from '../../engine/analysis/comparison.ts'
import { Button } from '../shared/controls/button.tsx'
import { LabelSelect } from '../shared/controls/query-select.tsx'
import { SearchField } from '../shared/controls/search-field.tsx'
import { searchedText, wordTest } from '../shared/sample/filters.ts'
import { changeQuery } from '../state/router.ts'
import { label } from '../text/format.ts'
import { byNames } from '../text/voxels.ts'

const changedAxes = ['change', 'task', 'modality', 'parts', 'dataset'] as const
type ChangedAxis = (typeof changedAxes)[number]

/** Which of the changed samples are listed: an axis that is absent lets everything through. */
export function filterChanged(
  samples: readonly ChangedSample[],
  query: URLSearchParams,
): readonly ChangedSample[] {
  const wanted = changedAxes.filter(axis => query.has(axis))
  const hasWords = wordTest(query.get('q') ?? '')
  return samples.filter(sample => {
    if (!wanted.every(axis => sample[axis] === query.get(axis))) return false
    return hasWords === null || hasWords(searchedText(sample))
  })
}

const names: Readonly<Record<ChangedAxis, string>> = { ...byNames, change: 'Change', dataset: 'Source' }
const changes: Readonly<Record<string, string>> = { gained: 'Gained', lost: 'Lost' }

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
        <Button
          onClick={() =>
            changeQuery({ change: null, task: null, modality: null, parts: null, dataset: null, q: null })
          }
        >
          Show all
        </Button>
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
  const values = useMemo(() => {
    const counts = new Map<string, number>()
    for (const sample of samples) counts.set(sample[axis], (counts.get(sample[axis]) ?? 0) + 1)
    return [...counts]
  }, [samples, axis])
  return (
    <LabelSelect
      name={names[axis]}
      parameter={axis}
      value={value ?? undefined}
      values={values}
      optionText={text => (axis === 'change' ? (ownValue(changes, text) ?? text) : label(text))}
    />
  )
}
