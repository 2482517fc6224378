import { useMemo } from 'react'
import { pooledAccuracies } from '../../engine/analysis/pooled-voxels.ts'
import type { VoxelEstimate } from '../../engine/analysis/report.ts'
import { type Estimate, isBare } from '../../engine/analysis/shares.ts'
import { AsTable } from '../shared/controls/folded.tsx'
import { PageLink } from '../shared/controls/page-link.tsx'
import { figure, intervalColumns, textColumn } from '../shared/table/columns.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { savedEstimateColumns as savedEstimate, voxelColumns } from '../shared/table/saved-columns.ts'
import { type Column, type Sort, sortRows } from '../shared/table/sorting.ts'
import type { TableColumn } from '../shared/table/table.tsx'
import { clusterCell } from '../text/clusters.ts'
import { intervalWords } from '../text/estimates.ts'
import { count, label, none, percent } from '../text/format.ts'
import { constantWords, letterWords } from '../text/rates.ts'
import { inVoxelOrder, type VoxelLabels, voxelKey } from '../text/voxels.ts'

interface Props {
  readonly voxels: readonly VoxelEstimate[]
  /** Where a voxel leads. */
  readonly href: (voxel: VoxelEstimate) => string
  readonly sort: Sort
}

/** The cube's figures as a table. */
export function VoxelTable(props: Props) {
  return (
    <AsTable isPrinted>
      <Voxels {...props} />
    </AsTable>
  )
}

function Voxels({ voxels, href, sort }: Props) {
  const pooled = useMemo(() => pooledAccuracies(voxels), [voxels])
  const pooledShare = (voxel: VoxelEstimate) => pooled.get(voxel) ?? null
  const byTask = figure<VoxelEstimate>('pooled', 'Pooled by task', pooledShare, percent)
  const columns = [
    ...[...voxelPlaceColumns(href), ...answeredColumns],
    ...(pooled.size > 0 ? [byTask] : []),
    ...[...baselineColumns(), oneAnswer],
  ]
  const sorted = useMemo(() => inVoxelOrder(voxels), [voxels])
  return (
    <DataTable
      caption="Accuracy of every voxel"
      columns={columns}
      rows={sortRows(sorted, columns, sort)}
      rowKey={voxelKey}
      sort={sort}
      savedColumns={[...voxelColumns, ...savedEstimate, { name: 'pooled_by_task', value: pooledShare }]}
      file="voxelwise-voxels.csv"
    />
  )
}

const oneAnswer = {
  ...textColumn<Estimate>('constant', 'One answer', ({ constant }) =>
    constant ? constantWords(constant) : '',
  ),
  className: 'sentence',
}

type EstimateColumn = TableColumn<Estimate> & Column<Estimate>

/** What an accuracy is compared with: guessing, the most frequent answer, and one letter, always given. */
const baselineColumns = (
  more: Pick<TableColumn<Estimate>, 'isPaperOnly'> = {},
): readonly EstimateColumn[] => [
  figure('chance', 'Guessing', ({ chance }) => chance, percent, more),
  figure('majority', 'Most frequent answer', ({ majority }) => majority ?? null, percent, more),
  figure('letter', 'Always one letter', ({ letter }) => letter?.share ?? null, percent, {
    ...more,
    cell: ({ letter }) => (letter ? letterWords(letter) : none),
  }),
]

const answeredColumns: readonly EstimateColumn[] = [
  figure('n', 'n', ({ n }) => n, count, {
    cell: ({ n, part }) => (part ? `${count(n)} of ${count(part.of)}` : count(n)),
  }),
  figure('clusters', 'Clusters', ({ basis }) => basis?.clusters ?? null, count, {
    className: 'spare',
    cell: ({ basis }) => (basis ? clusterCell(basis) : none),
  }),
  figure('correct', 'Right', ({ correct }) => correct, count, { className: 'spare' }),
  figure('share', 'Accuracy', ({ n, share }) => (n === 0 ? null : share), percent, { isStrong: true }),
  {
    ...intervalColumns<Estimate>(estimate => (estimate.n === 0 || isBare(estimate) ? null : estimate))[0],
    cell: estimate => (estimate.n === 0 || isBare(estimate) ? none : intervalWords(estimate)),
  },
]

/** A proportion's columns: narrow screens spare the number of right answers. */
export const estimateColumns: readonly EstimateColumn[] = [
  ...answeredColumns,
  ...baselineColumns({ isPaperOnly: true }),
]

/** The first columns of a table of voxels: the task, which leads to the samples, region and modality. */
export function voxelPlaceColumns<Row extends VoxelLabels>(
  href: (voxel: Row) => string,
): readonly (TableColumn<Row> & Column<Row>)[] {
  return [
    {
      key: 'task',
      name: 'Task',
      value: row => row.task,
      cell: row => <PageLink href={href(row)}>{label(row.task)}</PageLink>,
    },
    { key: 'parts', name: 'Region', value: row => row.parts, cell: row => label(row.parts) },
    { key: 'modality', name: 'Modality', value: row => row.modality, cell: row => label(row.modality) },
  ]
}
