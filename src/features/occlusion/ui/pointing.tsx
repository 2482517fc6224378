import { MethodsNote } from '../../../ui/shared/controls/page-link.tsx'
import { figure, shareColumns, textColumn } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import { count, percent } from '../../../ui/text/format.ts'
import type { MeanMap, RegionFigures } from '../engine/figures.ts'

interface PointingRow extends Pick<MeanMap, 'region'> {
  readonly name: string
}

interface Row extends RegionFigures {
  readonly name: string
}

/** Whether the largest drop lies in the region of the question, beside chance. */
export function PointingTable({ rows }: { readonly rows: readonly PointingRow[] }) {
  const marked = rows.flatMap(({ name, region }): readonly Row[] => (region ? [{ name, ...region }] : []))
  if (marked.length === 0) return null
  return (
    <>
      <DataTable
        caption="Pointing game: whether the largest drop lies in the region"
        rows={marked}
        rowKey={({ name }) => name}
        isWide
        columns={[
          textColumn<Row>('voxel', 'Voxel', ({ name }) => name),
          figure<Row>('n', 'n', ({ pointing }) => pointing.n, count),
          { name: 'clusters', value: ({ pointing }) => pointing.basis?.clusters ?? null },
          ...shareColumns<Row>('pointing', 'Hits', ({ pointing }) => pointing, { isStrong: true }),
          figure<Row>('pointing_by_chance', 'By chance', ({ pointingByChance }) => pointingByChance, percent),
          figure<Row>('mass', 'Drops in the region', ({ mass }) => mass.share, percent),
          { name: 'mass_low', value: ({ mass }) => mass.low },
          { name: 'mass_high', value: ({ mass }) => mass.high },
          figure<Row>('area', 'Its area', ({ area }) => area, percent),
          figure<Row>('iou', 'Overlap', ({ iou }) => iou, percent),
        ]}
        file="voxelwise-pointing.csv"
      />
      <MethodsNote>
        The largest drop counts as a hit in the region or within a block’s width of it. By chance is the share
        of blocks that would be hits. Overlap is that of the first blocks with the region (intersection over
        union).
      </MethodsNote>
    </>
  )
}
