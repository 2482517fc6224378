import { useMemo } from 'react'
import type { FieldColumn } from '../../../engine/analysis/field-column.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { Async } from '../../hooks/use-async.ts'
import { LabelSelect } from '../../shared/controls/label-select.tsx'
import { QuerySelect } from '../../shared/controls/query-select.tsx'
import { SearchField } from '../../shared/controls/search-field.tsx'
import type { FieldFilter as Wanted } from '../../shared/sample/filters.ts'

/** A field with more values than this is searched, not chosen from. */
const most = 100

interface Props {
  readonly names: readonly string[]
  readonly wanted: Wanted | null
  readonly column: Async<FieldColumn | null>
}

/** Any of the samples' fields, or of the model's results: one of its values, or a text in it. */
export function FieldFilter({ names, wanted, column }: Props) {
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
