import type { SplitName } from '../../../engine/analysis/field-split.ts'
import { partsIn } from '../../state/saved-views.ts'
import { fieldName } from '../../text/voxels.ts'
import { QuerySelect } from './query-select.tsx'
import { SearchField } from './search-field.tsx'

interface SplitProps {
  /** The view's own axes; the first is the usual one. */
  readonly axes: readonly string[]
  /** All fields of the samples. */
  readonly fields: readonly string[]
  readonly value: string
  readonly resets: readonly string[]
}

/** What figures are split by: an axis, or any field. */
export function SplitSelect({ axes, fields, value, resets }: SplitProps) {
  const others = fields.filter(name => !axes.includes(name))
  return (
    <QuerySelect
      label="By"
      name="by"
      value={value}
      choices={[...axes, ...others].map(one => [one, fieldName(one)] as const)}
      resets={[...resets, 'by-cuts']}
    />
  )
}

interface CutProps {
  readonly query: URLSearchParams
  /** The field on show; null for an axis. */
  readonly field: SplitName | null
}

/** How the numbers of a field are cut; nothing for text. */
export function CutChoices({ query, field }: CutProps) {
  if (!field?.isNumeric) return null
  return (
    <>
      <PartsSelect query={query} />
      <CutsField name={field.name} parameter="by" query={query} />
    </>
  )
}

/** Into how many equal parts numbers are cut. */
export function PartsSelect({ query }: Pick<CutProps, 'query'>) {
  return (
    <QuerySelect
      label="Numbers in"
      name="groups"
      value={String(partsIn(query))}
      choices={[4, 2, 3, 5, 10].map(n => [String(n), `${n} equal parts`] as const)}
    />
  )
}

interface CutsProps extends Pick<CutProps, 'query'> {
  readonly name: string
  /** The address parameter that names the field. */
  readonly parameter: string
}

/** Cut points of a field's own. */
export function CutsField({ name, parameter, query }: CutsProps) {
  return (
    <SearchField
      label={`Cut points of ${name}, such as 40, 60`}
      text={query.get(`${parameter}-cuts`) ?? ''}
      parameter={`${parameter}-cuts`}
    />
  )
}
