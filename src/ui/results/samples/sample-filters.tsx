import type { FieldColumn } from '../../../engine/analysis/field-column.ts'
import { type ListAxis, listAxes, type RunOverview } from '../../../engine/analysis/run-overview.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import type { Tags } from '../../../engine/protocol/tags.ts'
import type { Async } from '../../hooks/use-async.ts'
import { LabelSelect } from '../../shared/controls/label-select.tsx'
import { QuerySelect } from '../../shared/controls/query-select.tsx'
import { SearchField } from '../../shared/controls/search-field.tsx'
import {
  type ConfidenceRange,
  everySample,
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
  readonly tags: Tags
  /** Runs that can be compared with. */
  readonly others: readonly Run[]
  /** Whether the samples are a judge's replies. */
  readonly isJudged: boolean
}

const levelNames = [
  ['', 'All'],
  ['low', 'Perception'],
  ['high', 'Diagnosis'],
] as const

/** Which samples are listed; kept in the address. */
export function SampleFilters(props: Props) {
  const { overview, isScored, filter, column, sort, tags, others, isJudged } = props
  const { labels, fields } = overview
  const tagged = Object.entries(tags).map(([tag, indices]) => [tag, indices.length] as const)
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
      {!isJudged && (
        <QuerySelect
          label="Level"
          name="level"
          value={filter.level ?? ''}
          choices={filter.level === 'ignored' ? [...levelNames, ['ignored', 'Left out']] : levelNames}
        />
      )}
      {(tagged.length > 0 || filter.tag !== null) && (
        <LabelSelect name="Tag" parameter="tag" value={filter.tag ?? undefined} values={tagged} />
      )}
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
      {others.length > 0 && !isJudged && (
        <QuerySelect
          label="Test against"
          name="against"
          value={filter.against ?? ''}
          choices={[['', 'No other run'], ...others.map(({ id, name }) => [id, name] as const)]}
          resets={['change']}
        />
      )}
      {filter.against !== null && (
        <QuerySelect label="Change" name="change" value={filter.change ?? ''} choices={changeNames} />
      )}
      {isScored && <QuerySelect label="Sort" name="sort" value={sort} choices={sorts} />}
      <SearchField label="Search" text={filter.text} />
      {!isOpen(filter) && (
        <button type="button" className="button" onClick={() => changeQuery(everySample)}>
          Show all
        </button>
      )}
    </search>
  )
}

const changeNames = [
  ['', 'All'],
  ['changed', 'Changed'],
  ['gained', 'Gained'],
  ['lost', 'Lost'],
] as const

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
