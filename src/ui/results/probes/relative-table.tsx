import type { RelativeDrop } from '../../../engine/probes/figures.ts'
import { AsTable } from '../../shared/controls/folded.tsx'
import { figure, intervalColumns, savedFields } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { count, percent } from '../../text/format.ts'
import { inVoxelOrder, voxelName } from '../../text/voxels.ts'

/** One line a voxel: how much of its accuracy is lost on corrupted images, over all kinds and strengths. */
export function RelativeTable({ drops }: { readonly drops: readonly RelativeDrop[] }) {
  return (
    <AsTable name="Relative drop by voxel as a table">
      <DataTable
        caption="Relative drop of accuracy on corrupted images, by voxel"
        rows={inVoxelOrder(drops)}
        keyOf={voxelName}
        columns={[
          { key: 'voxel', name: 'Voxel', cell: voxelName },
          ...savedFields('task', 'modality', 'parts'),
          figure<RelativeDrop>('n', 'n', ({ n }) => n, count),
          figure<RelativeDrop>('clusters', 'Images', ({ clusters }) => clusters, count),
          figure<RelativeDrop>('clean', 'Clean', ({ clean }) => clean, percent),
          figure<RelativeDrop>('spoilt', 'Corrupted', ({ spoilt }) => spoilt, percent),
          figure<RelativeDrop>('relative_drop', 'Relative drop', ({ drop }) => drop, percent, {
            isStrong: true,
          }),
          ...intervalColumns<RelativeDrop>(({ interval }) => interval),
        ]}
        file="voxelwise-relative-drop.csv"
      />
    </AsTable>
  )
}
