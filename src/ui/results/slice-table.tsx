import { useId } from 'react'
import { type Slice, tierOf } from '../../engine/analysis/report.ts'
import { estimateColumns } from '../charts/estimate-columns.tsx'
import { Whisker, WhiskerScale } from '../charts/whisker.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { estimateColumns as savedEstimate } from '../shared/table/saved-columns.ts'
import type { SavedColumn } from '../shared/table/sorting.ts'
import type { TableColumn } from '../shared/table/table.tsx'
import { label } from '../text/format.ts'

interface Props {
  readonly title: string
  readonly axis: string
  readonly slices: readonly Slice[]
  /** The samples of a slice. */
  readonly href: (value: string) => string
  /** Whether it has long labels and needs a row of its own. */
  readonly wide?: boolean
  /** Whether rows are set apart by the level of their task. */
  readonly tiers?: boolean
}

const nameOf = (axis: string): SavedColumn<Slice> => ({
  name: axis.toLowerCase(),
  value: slice => slice.label,
})

const whiskerColumn: TableColumn<Slice> = {
  key: 'whisker',
  name: 'Drawn',
  head: (
    <>
      <span className="visually-hidden">Drawn from</span>
      <WhiskerScale />
    </>
  ),
  className: 'whisker-column',
  cell: slice => <Whisker {...slice} />,
}

/** Accuracy along one axis: figures, and the interval drawn beside them with the line of chance. */
export function SliceTable({ title, axis, slices, href, wide = false, tiers = false }: Props) {
  const heading = useId()
  return (
    <section className="slices" data-wide={wide} aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      <DataTable
        caption={title}
        columns={[
          { key: 'label', name: axis, cell: slice => <a href={href(slice.label)}>{label(slice.label)}</a> },
          ...estimateColumns,
          whiskerColumn,
        ]}
        rows={slices}
        keyOf={slice => slice.label}
        dataOf={(slice, at) => ({
          'data-opens': tiers && at > 0 && tierOf(slice.label) !== tierOf(slices[at - 1]?.label ?? ''),
        })}
        savedColumns={[nameOf(axis), ...savedEstimate]}
        file={`voxelwise-by-${axis.toLowerCase().replaceAll(' ', '-')}.csv`}
      />
    </section>
  )
}
