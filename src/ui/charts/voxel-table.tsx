import { useMemo } from 'react'
import type { VoxelEstimate } from '../../engine/analysis/report.ts'
import { type Estimate, isBare } from '../../engine/analysis/shares.ts'
import { AsTable } from '../shared/controls/as-table.tsx'
import { PageLink } from '../shared/controls/page-link.tsx'
import { figure, intervalColumns } from '../shared/table/columns.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { estimateColumns as savedEstimate, voxelColumns } from '../shared/table/saved-columns.ts'
import type { TableColumn } from '../shared/table/table.tsx'
import { clusterCell } from '../text/clusters.ts'
import { count, label, none, percent } from '../text/format.ts'
import { inVoxelOrder, type VoxelLabels, voxelKey } from '../text/voxels.ts'

interface Props {
  readonly voxels: readonly VoxelEstimate[]
  /** Where a voxel leads. */
  readonly href: (voxel: VoxelEstimate) => string
}

/** The cube's figures as a table. */
export function VoxelTable(props: Props) {
  return (
    <AsTable>
      <Voxels {...props} />
    </AsTable>
  )
}

function Voxels({ voxels, href }: Props) {
  const sorted = useMemo(() => inVoxelOrder(voxels), [voxels])
  return (
    <DataTable
      caption="Accuracy of every voxel"
      columns={[...voxelPlaceColumns(href), ...estimateColumns]}
      rows={sorted}
      keyOf={voxelKey}
      savedColumns={[...voxelColumns, ...savedEstimate]}
      file="voxelwise-voxels.csv"
    />
  )
}

/** A proportion's columns: narrow screens spare the number of right answers. */
export const estimateColumns: readonly TableColumn<Estimate>[] = [
  figure('n', 'n', ({ n }) => n, count, {
    cell: ({ n, part }) => (part ? `${count(n)} of ${count(part.of)}` : count(n)),
  }),
  figure('clusters', 'Clusters', ({ basis }) => basis?.clusters ?? null, count, {
    className: 'spare',
    cell: ({ basis }) => (basis ? clusterCell(basis) : none),
  }),
  figure('correct', 'Right', ({ correct }) => correct, count, { className: 'spare' }),
  figure('share', 'Accuracy', ({ n, share }) => (n === 0 ? null : share), percent, { isStrong: true }),
  intervalColumns<Estimate>(estimate => (estimate.n === 0 || isBare(estimate) ? null : estimate))[0],
  figure('chance', 'Chance', ({ chance }) => chance, percent, { isPaperOnly: true }),
]

/** The first columns of a table of voxels: the task, which leads to the samples, region and modality. */
export function voxelPlaceColumns<Row extends VoxelLabels>(
  href: (voxel: Row) => string,
): readonly TableColumn<Row>[] {
  return [
    { key: 'task', name: 'Task', cell: row => <PageLink href={href(row)}>{label(row.task)}</PageLink> },
    { key: 'parts', name: 'Region', cell: row => label(row.parts) },
    { key: 'modality', name: 'Modality', cell: row => label(row.modality) },
  ]
}
