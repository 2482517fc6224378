import { useMemo } from 'react'
import type { VoxelEstimate } from '../../engine/analysis/report.ts'
import { AsTable } from '../shared/controls/as-table.tsx'
import { voxelPlaceColumns } from '../shared/sample/voxel-place.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { estimateColumns as savedEstimate, voxelColumns } from '../shared/table/saved-columns.ts'
import { inVoxelOrder, voxelKey } from '../text/voxels.ts'
import { estimateColumns } from './estimate-columns.tsx'

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
