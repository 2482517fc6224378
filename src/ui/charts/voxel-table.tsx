import { useMemo } from 'react'
import type { VoxelEstimate } from '../../engine/report.ts'
import { AsTable } from '../parts/as-table.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { estimateColumns } from '../parts/estimate-columns.tsx'
import { voxelPlaceColumns } from '../parts/voxel-place.tsx'
import { estimateColumns as savedEstimate, voxelColumns } from '../saved-columns.ts'
import { inVoxelOrder, voxelKey } from '../voxels.ts'

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
