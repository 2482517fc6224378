import { useMemo } from 'react'
import type { Estimate, VoxelEstimate } from '../../engine/analysis/report.ts'
import { AsTable } from '../shared/controls/as-table.tsx'
import { voxelPlaceColumns } from '../shared/sample/voxel-place.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { estimateColumns as savedEstimate, voxelColumns } from '../shared/table/saved-columns.ts'
import { inVoxelOrder, voxelKey } from '../text/voxels.ts'
import type { TableColumn } from '../shared/table/table.tsx'
import { count, interval, none, percent } from '../text/format.ts'

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

const number = { isNumber: true }

/** A proportion's columns: narrow screens spare the number of right answers. */
export const estimateColumns: readonly TableColumn<Estimate>[] = [
  {
    ...number,
    key: 'n',
    name: 'n',
    cell: ({ n, part }) => (part ? `${count(n)} of ${count(part.of)}` : count(n)),
  },
  { ...number, key: 'correct', name: 'Right', className: 'spare', cell: ({ correct }) => count(correct) },
  {
    ...number,
    key: 'share',
    name: 'Accuracy',
    isStrong: true,
    cell: ({ n, share }) => (n === 0 ? none : percent(share)),
  },
  {
    ...number,
    key: 'interval',
    name: '95% interval',
    cell: ({ n, low, high }) => (n === 0 ? none : interval(low, high)),
  },
  {
    ...number,
    key: 'chance',
    name: 'Chance',
    isPaperOnly: true,
    cell: ({ chance }) => (chance === null ? none : percent(chance)),
  },
]
