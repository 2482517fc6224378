import type { MeanMap, RegionFigures } from '../../../engine/probes/occlusion/figures.ts'
import { MethodsNote } from '../../shared/controls/page-link.tsx'
import { figure } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { count, interval, none, percent } from '../../text/format.ts'

export interface PointingRow extends Pick<MeanMap, 'region'> {
  readonly name: string
}

interface Row extends RegionFigures {
  readonly name: string
}

/** Whether the largest drop lies in the region of the question: of tokens and of pixels, beside chance. */
export function PointingTable({ rows }: { readonly rows: readonly PointingRow[] }) {
  const marked = rows.flatMap(({ name, region }): readonly Row[] => (region ? [{ name, ...region }] : []))
  if (marked.length === 0) return null
  return (
    <>
      <DataTable
        caption="Pointing game: whether the largest drop lies in the region"
        rows={marked}
        keyOf={({ name }) => name}
        isWide
        columns={[
          { key: 'name', name: 'Voxel', cell: ({ name }) => name },
          figure<Row>('tokens-n', 'n, tokens', ({ pointing }) => pointing.n, count),
          figure<Row>('tokens', 'Tokens', ({ pointing }) => pointing.share, percent, { isStrong: true }),
          {
            key: 'tokens-interval',
            name: '95% interval',
            isNumber: true,
            cell: ({ pointing }) => interval(pointing.low, pointing.high),
          },
          figure<Row>('tokens-chance', 'By chance', ({ pointingByChance }) => pointingByChance, percent),
          figure<Row>('pixels-n', 'n, pixels', ({ pixels }) => pixels?.pointing.n ?? null, count),
          figure<Row>('pixels', 'Pixels', ({ pixels }) => pixels?.pointing.share ?? null, percent, {
            isStrong: true,
          }),
          {
            key: 'pixels-interval',
            name: '95% interval',
            isNumber: true,
            cell: ({ pixels }) => (pixels ? interval(pixels.pointing.low, pixels.pointing.high) : none),
          },
          figure<Row>('pixels-chance', 'By chance', ({ pixels }) => pixels?.byChance ?? null, percent),
          figure<Row>('mass', 'Drops in the region', ({ mass }) => mass.share, percent),
          figure<Row>('area', 'Its area', ({ area }) => area, percent),
          figure<Row>('iou', 'Overlap', ({ iou }) => iou, percent),
        ]}
        savedColumns={[
          { name: 'voxel', value: ({ name }) => name },
          { name: 'n', value: ({ pointing }) => pointing.n },
          { name: 'clusters', value: ({ pointing }) => pointing.basis?.clusters ?? null },
          { name: 'pointing', value: ({ pointing }) => pointing.share },
          { name: 'pointing_low', value: ({ pointing }) => pointing.low },
          { name: 'pointing_high', value: ({ pointing }) => pointing.high },
          { name: 'pointing_by_chance', value: ({ pointingByChance }) => pointingByChance },
          { name: 'pixel_n', value: ({ pixels }) => pixels?.pointing.n ?? null },
          { name: 'pixel_clusters', value: ({ pixels }) => pixels?.pointing.basis?.clusters ?? null },
          { name: 'pixel_pointing', value: ({ pixels }) => pixels?.pointing.share ?? null },
          { name: 'pixel_pointing_low', value: ({ pixels }) => pixels?.pointing.low ?? null },
          { name: 'pixel_pointing_high', value: ({ pixels }) => pixels?.pointing.high ?? null },
          { name: 'pixel_pointing_by_chance', value: ({ pixels }) => pixels?.byChance ?? null },
          { name: 'mass', value: ({ mass }) => mass.share },
          { name: 'mass_low', value: ({ mass }) => mass.low },
          { name: 'mass_high', value: ({ mass }) => mass.high },
          { name: 'area', value: ({ area }) => area },
          { name: 'iou', value: ({ iou }) => iou },
        ]}
        file="voxelwise-pointing.csv"
      />
      <MethodsNote>
        The largest drop counts as a hit in the region or within a block’s width of it. Tokens: single blocks
        of every question with a region. Pixels: windows of 2 × 2 blocks, of the checked questions only. By
        chance is the share of blocks, or of windows, that would be hits. Overlap is that of the first blocks
        with the region (intersection over union).
      </MethodsNote>
    </>
  )
}
