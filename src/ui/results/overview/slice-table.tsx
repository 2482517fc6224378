import { type ReactNode, useId } from 'react'
import type { Results } from '../../../app/controller/report-facts.ts'
import { type Slice, tierOf } from '../../../engine/analysis/report.ts'
import { Whisker, WhiskerScale } from '../../charts/accuracy.tsx'
import { estimateColumns } from '../../charts/voxel-table.tsx'
import { PageLink } from '../../shared/controls/page-link.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { estimateColumns as savedEstimate } from '../../shared/table/saved-columns.ts'
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

interface AxisProps {
  readonly run: string
  readonly slices: Results['overview']['slices']
}

/** Accuracy along every axis. */
export function AxisTables({ run, slices }: AxisProps) {
  const samples = (axis: string) => (value: string) => resultsHref(run, 'samples', { [axis]: value })
  return (
    <div className="slice-grid">
      <SliceTable
        title="By task, from low to high level"
        axis="Task"
        slices={slices.task}
        href={samples('task')}
        tiers
      />
      <SliceTable title="By modality" axis="Modality" slices={slices.modality} href={samples('modality')} />
      <SliceTable title="By region" axis="Region" slices={slices.parts} href={samples('parts')} />
      <SliceTable
        title="By source data set"
        axis="Data set"
        slices={slices.dataset}
        href={samples('dataset')}
      />
    </div>
  )
}

/** Accuracy along one axis: figures, next to their intervals with the line of chance. */
export function SliceTable<Row extends Slice>(props: Props<Row>) {
  const { title, axis, slices, href, tiers = false, more = [] } = props
  return (
    <TableSection title={title} wide>
      <DataTable
        caption={title}
        hasHeading
        columns={[
          {
            key: 'label',
            name: axis,
            cell: slice => <PageLink href={href(slice.label)}>{label(slice.label)}</PageLink>,
          },
          ...estimateColumns,
          ...more,
          whiskerColumn,
        ]}
        rows={slices}
        keyOf={slice => slice.label}
        dataOf={(slice, at) => ({
          'data-opens': tiers && at > 0 && tierOf(slice.label) !== tierOf(slices[at - 1]?.label ?? ''),
        })}
        savedColumns={[{ name: axis.toLowerCase(), value: slice => slice.label }, ...savedEstimate]}
        file={`voxelwise-by-${axis.toLowerCase().replaceAll(' ', '-')}.csv`}
      />
    </TableSection>
  )
}

/** A table under its heading, two of them side by side where there is room. */
export function TableSection({
  title,
  wide = false,
  children,
}: {
  readonly title: string
  readonly wide?: boolean
  readonly children: ReactNode
}) {
  const heading = useId()
  return (
    <section className="slices" data-wide={wide} aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      {children}
    </section>
  )
}
