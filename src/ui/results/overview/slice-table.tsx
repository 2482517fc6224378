import { useId } from 'react'
import type { Results } from '../../../app/controller/report-facts.ts'
import { type Slice, taskTier } from '../../../engine/analysis/report.ts'
import { Whisker, WhiskerScale } from '../../charts/accuracy.tsx'
import { estimateColumns } from '../../charts/voxel-table.tsx'
import { linkColumn } from '../../shared/table/columns.tsx'
import { DataTable, type FixedTable } from '../../shared/table/data-table.tsx'
import { savedEstimateColumns as savedEstimate } from '../../shared/table/saved-columns.ts'
import type { TableColumn } from '../../shared/table/table.tsx'
import { resultsHref } from '../../state/router.ts'
import { label } from '../../text/format.ts'

interface Props<Row extends Slice> {
  readonly title: string
  readonly axis: string
  readonly slices: readonly Row[]
  /** The samples of a slice. */
  readonly href: (value: string) => string
  /** Whether rows are set apart by the level of their task. */
  readonly tiers?: boolean
  readonly more?: readonly TableColumn<Row>[]
}

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

const axisTables = [
  ['task', 'Task', 'By task, from low to high level'],
  ['modality', 'Modality', 'By modality'],
  ['parts', 'Region', 'By region'],
  ['dataset', 'Data set', 'By source data set'],
] as const

interface AxisProps {
  readonly run: string
  readonly slices: Results['overview']['slices']
}

/** Accuracy along every axis. */
export function AxisTables({ run, slices }: AxisProps) {
  return (
    <div className="slice-grid">
      {axisTables.map(([axis, name, title]) => (
        <SliceTable
          key={axis}
          title={title}
          axis={name}
          slices={slices[axis]}
          href={value => resultsHref(run, 'samples', { [axis]: value })}
          tiers={axis === 'task'}
        />
      ))}
    </div>
  )
}

/** Accuracy along one axis: figures, next to their intervals with the line of chance. */
export function SliceTable<Row extends Slice>(props: Props<Row>) {
  const { title, axis, slices, href, tiers = false, more = [] } = props
  return (
    <TitledTable
      title={title}
      isAcross
      columns={[
        linkColumn<Row>(
          'label',
          axis,
          slice => label(slice.label),
          slice => href(slice.label),
        ),
        ...estimateColumns,
        ...more,
        whiskerColumn,
      ]}
      rows={slices}
      rowKey={slice => slice.label}
      rowData={(slice, at) => ({
        'data-opens': tiers && at > 0 && taskTier(slice.label) !== taskTier(slices[at - 1]?.label ?? ''),
      })}
      savedColumns={[{ name: axis.toLowerCase(), value: slice => slice.label }, ...savedEstimate]}
      file={`voxelwise-by-${axis.toLowerCase().replaceAll(' ', '-')}.csv`}
    />
  )
}

interface TitledProps<Row> extends Omit<FixedTable<Row>, 'caption'> {
  readonly title: string
  readonly caption?: string
  readonly isAcross?: boolean
}

/** A table under its heading, two of them side by side where there is room for both. */
export function TitledTable<Row>({ title, isAcross = false, ...table }: TitledProps<Row>) {
  const heading = useId()
  return (
    <section className="slices" data-wide={isAcross} aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      <DataTable<Row> caption={title} hasHeading {...table} />
    </section>
  )
}
