import { useMemo } from 'react'
import type { VoxelEstimate } from '../../engine/report.ts'
import { count, interval, percent } from '../format.ts'
import { AsTable } from '../parts/as-table.tsx'
import { EstimateHeads } from '../parts/number-heads.tsx'
import { SaveCsv } from '../parts/save-csv.tsx'
import { VoxelHeads, VoxelPlace } from '../parts/voxel-place.tsx'
import { estimateColumns, voxelColumns } from '../saved-columns.ts'
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
      <Table {...props} />
    </AsTable>
  )
}

function Table({ voxels, href }: Props) {
  const sorted = useMemo(() => inVoxelOrder(voxels), [voxels])
  return (
    <div className="stack">
      <div className="table-frame">
        <table className="data">
          <caption className="visually-hidden">Accuracy of every voxel</caption>
          <thead>
            <tr>
              <VoxelHeads />
              <EstimateHeads />
            </tr>
          </thead>
          <tbody>
            {sorted.map(voxel => (
              <tr key={voxelKey(voxel)}>
                <VoxelPlace voxel={voxel} href={href(voxel)} />
                <td className="number">{count(voxel.n)}</td>
                <td className="number spare">{count(voxel.correct)}</td>
                <td className="number">{percent(voxel.share)}</td>
                <td className="number">{interval(voxel.low, voxel.high)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <SaveCsv columns={[...voxelColumns, ...estimateColumns]} rows={sorted} file="voxelwise-voxels.csv" />
    </div>
  )
}
