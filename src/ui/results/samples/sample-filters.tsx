import { useMemo } from 'react'
import type { FieldColumn } from '../../../engine/analysis/field-column.ts'
import { type ListAxis, listAxes, type RunOverview } from '../../../engine/analysis/run-overview.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import type { Tags } from '../../../engine/protocol/tags.ts'
import type { Async } from '../../hooks/use-async.ts'
import { Button } from '../../shared/controls/button.tsx'
import { LabelSelect, QuerySelect } from '../../shared/controls/query-select.tsx'
import { SearchField } from '../../shared/controls/search-field.tsx'
import {
  type ConfidenceRange,
  everySample,
  type Filter,
  isOpen,
  onlyNames,
  rangeText,
  type SampleSort,
  type FieldFilter as Wanted,
} from '../../shared/sample/filters.ts'
import { verdictName } from '../../shared/sample/verdict.tsx'
import { changeQuery } from '../../state/router.ts'
import { findingName } from '../../text/finding-texts.ts'
import { interval, label } from '../../text/format.ts'
import { byNames } from '../../text/voxels.ts'

/** A field with more values than this is searched, not chosen from. */
const most = 100

interface FieldFilterProps {
  readonly names: readonly string[]
  readonly wanted: Wanted | null
  readonly column: Async<FieldColumn | null>
}

/** Any of the samples' fields, or of the model's results: one of its values, or a text in it. */
function FieldFilter({ names, wanted, column }: FieldFilterProps) {
  const known = wanted === null || names.includes(wanted.name) ? names : [wanted.name, ...names]
  return (
    <>
      <QuerySelect
        label="Any field"
        name="field"
        value={wanted?.name ?? ''}
        choices={[['', 'None'], ...known.map(name => [name, name] as const)]}
        resets={['value', 'has']}
      />
      {wanted && column.status === 'loading' && (
        <p className="filter muted" role="status">
          Reading the field…
        </p>
      )}
      {wanted && column.status === 'ready' && column.value && (
        <ValueFilter wanted={wanted} column={column.value} />
      )}
    </>
  )
}

function ValueFilter({ wanted, column }: { readonly wanted: Wanted; readonly column: FieldColumn }) {
  const { values, codes } = column
  const counts = useMemo(() => {
    const counts = new Int32Array(values.length)
    for (const code of codes) if (code >= 0) counts[code] = (counts[code] ?? 0) + 1
    return values.map((value, code) => [value, counts[code] ?? 0] as const)
  }, [values, codes])
  if (values.length <= most)
    return (
      <LabelSelect
        name={`Value of ${wanted.name}`}
        parameter="value"
        value={wanted.value ?? undefined}
        values={counts}
      />
    )
  return (
    <SearchField
      label={`In ${wanted.name}, ${counted(values.length, 'value')}`}
      text={wanted.has}
      parameter="has"
    />
  )
}

const names: Readonly<Record<ListAxis, string>> = {
  ...byNames,
  dataset: 'Source',
  verdict: 'Verdict',
}

interface Props {
  readonly overview: RunOverview
  /** Whether answers have a confidence. */
  readonly isScored: boolean
  readonly filter: Filter
  /** Column of the field that is filtered by. */
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
          optionText={axis === 'verdict' ? verdictName : label}
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
      {!isJudged && (
        <QuerySelect
          label="Only"
          name="only"
          value={filter.only ?? ''}
          choices={[['', 'All'], ...Object.entries(onlyNames)]}
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
          optionText={findingName}
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
      {!isOpen(filter) && <Button onClick={() => changeQuery(everySample)}>Show all</Button>}
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
