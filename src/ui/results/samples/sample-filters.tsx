import type { FieldColumn } from '../../../engine/analysis/field-column.ts'
import { type ListAxis, listAxes, type RunOverview } from '../../../engine/analysis/run-overview.ts'
import type { Async } from '../../hooks/use-async.ts'
import { LabelSelect } from '../../shared/controls/label-select.tsx'
import { QuerySelect } from '../../shared/controls/query-select.tsx'
import { SearchField } from '../../shared/controls/search-field.tsx'
import {
  type ConfidenceRange,
  type Filter,
  isOpen,
  rangeText,
  type SampleSort,
} from '../../shared/sample/filters.ts'
import { verdictName } from '../../shared/sample/verdict.tsx'
import { changeQuery } from '../../state/router.ts'
import { findingName } from '../../text/finding-texts.ts'
import { interval, label } from '../../text/format.ts'
import { FieldFilter } from './field-filter.tsx'

const names: Readonly<Record<ListAxis, string>> = {
  task: 'Task',
  modality: 'Modality',
  parts: 'Region',
  dataset: 'Source',
  verdict: 'Verdict',
}

interface Props {
  readonly overview: RunOverview
  /** Whether answers have a confidence. */
  readonly isScored: boolean
  readonly filter: Filter
  /** Of the field that is filtered by. */
  readonly column: Async<FieldColumn | null>
  readonly sort: SampleSort
}

/** Which samples are listed; kept in the address. */
export function SampleFilters({ overview: { labels, fields }, isScored, filter, column, sort }: Props) {
  return (
    <search className="filters" aria-label="Samples">
      {listAxes.map(axis => (
        <LabelSelect
          key={axis}
          name={names[axis]}
          parameter={axis}
          value={filter.axes[axis]}
          values={labels[axis]}
          textOf={axis === 'verdict' ? verdictName : label}
        />
      ))}
      {(isScored || filter.confidence) && <ConfidenceFilter range={filter.confidence} />}
      {(labels.finding.length > 0 || filter.finding !== null) && (
        <LabelSelect
          name="Finding"
          parameter="finding"
          value={filter.finding ?? undefined}
          values={labels.finding}
          textOf={findingName}
        />
      )}
      <FieldFilter names={fields} wanted={filter.field} column={column} />
      {isScored && <QuerySelect label="Sort" name="sort" value={sort} choices={sorts} />}
      <SearchField label="Search" text={filter.text} />
      {!isOpen(filter) && (
        <button type="button" className="button" onClick={() => changeQuery(everything)}>
          Show all
        </button>
      )}
    </search>
  )
}

const everything = Object.fromEntries(
  [...listAxes, 'confidence', 'finding', 'field', 'value', 'has', 'q'].map(name => [name, null]),
)

const sorts = [
  ['order', 'Data set order'],
  ['least-sure', 'Least confident first'],
  ['surest', 'Most confident first'],
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
