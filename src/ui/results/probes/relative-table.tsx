import type { RelativeDrop } from '../../../engine/probes/figures.ts'
import { AsTable } from '../../shared/controls/as-table.tsx'
import { figure } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { count, interval, none, percent } from '../../text/format.ts'
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
          figure<RelativeDrop>('n', 'n', ({ n }) => n, count),
          figure<RelativeDrop>('clusters', 'Images', ({ clusters }) => clusters, count),
          figure<RelativeDrop>('clean', 'Clean', ({ clean }) => clean, percent),
          figure<RelativeDrop>('spoilt', 'Corrupted', ({ spoilt }) => spoilt, percent),
          figure<RelativeDrop>('drop', 'Relative drop', ({ drop }) => drop, percent, { isStrong: true }),
          {
            key: 'interval',
            name: '95% interval',
            isNumber: true,
            cell: ({ interval: found }) => (found ? interval(found.low, found.high) : none),
          },
        ]}
        savedColumns={[
          { name: 'task', value: ({ task }) => task },
          { name: 'modality', value: ({ modality }) => modality },
          { name: 'parts', value: ({ parts }) => parts },
          { name: 'n', value: ({ n }) => n },
          { name: 'clusters', value: ({ clusters }) => clusters },
          { name: 'clean', value: ({ clean }) => clean },
          { name: 'spoilt', value: ({ spoilt }) => spoilt },
          { name: 'relative_drop', value: ({ drop }) => drop },
          { name: 'low', value: ({ interval }) => interval?.low ?? null },
          { name: 'high', value: ({ interval }) => interval?.high ?? null },
        ]}
        file="voxelwise-relative-drop.csv"
      />
    </AsTable>
  )
}
