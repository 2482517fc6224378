import type { VoxelRates } from '../../../engine/analysis/chains.ts'
import type { BlindVoxel } from '../../../engine/probes/figures.ts'
import { voxelPlaceColumns } from '../../charts/voxel-table.tsx'
import { AsTable } from '../../shared/controls/as-table.tsx'
import { figure, intervalColumns } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { voxelColumns } from '../../shared/table/saved-columns.ts'
import type { SavedColumn } from '../../shared/table/sorting.ts'
import type { TableColumn } from '../../shared/table/table.tsx'
import { count, percent, points, pointsInterval, pValue } from '../../text/format.ts'
import { isSameVoxel, voxelKey } from '../../text/voxels.ts'

/** A voxel with the chain-based rates of its diagnoses; null where it has no links. */
interface Row extends BlindVoxel {
  readonly rates: VoxelRates | null
}

const shortcutOf = ({ rates }: Row) => (rates && rates.shortcut.n > 0 ? rates.shortcut : null)

const columns: readonly SavedColumn<Row>[] = [
  ...voxelColumns,
  { name: 'n', value: row => row.n },
  { name: 'with_image', value: row => row.first },
  { name: 'without', value: row => row.blind.share },
  { name: 'without_low', value: row => row.blind.low },
  { name: 'without_high', value: row => row.blind.high },
  { name: 'chance', value: row => row.blind.chance },
  { name: 'difference', value: row => row.difference },
  { name: 'low', value: row => row.low },
  { name: 'high', value: row => row.high },
  { name: 'p_holm', value: row => row.adjusted },
  { name: 'shortcut_prob', value: row => shortcutOf(row)?.share ?? null },
  { name: 'shortcut_prob_low', value: row => shortcutOf(row)?.low ?? null },
  { name: 'shortcut_prob_high', value: row => shortcutOf(row)?.high ?? null },
]

const shownColumns: readonly TableColumn<Row>[] = [
  figure('n', 'n', row => row.n, count),
  figure('first', 'With image', row => row.first, percent),
  figure('blind', 'Without', row => row.blind.share, percent, { isStrong: true }),
  { ...intervalColumns<Row>(row => row.blind)[0], key: 'blind-interval' },
  figure('chance', 'Guessing', row => row.blind.chance, percent),
  figure('points', 'Points', row => row.difference, points),
  { ...intervalColumns<Row>(row => row, pointsInterval)[0], key: 'interval' },
  figure('p', 'p (Holm)', row => row.adjusted, pValue),
  figure('shortcut', 'Shortcut_Prob', row => shortcutOf(row)?.share ?? null, percent),
  { ...intervalColumns(shortcutOf)[0], key: 'shortcut-interval' },
]

interface Props {
  readonly voxels: readonly BlindVoxel[]
  readonly chains: readonly VoxelRates[]
  /** The images that were shown instead. */
  readonly what: string
  readonly href: (voxel: BlindVoxel) => string
}

/** Every voxel with and without its image, and the rates of its chains. */
export function BlindTable({ voxels, chains, what, href }: Props) {
  const rows: readonly Row[] = voxels.map(voxel => ({
    ...voxel,
    rates: chains.find(one => isSameVoxel(one, voxel)) ?? null,
  }))
  return (
    <AsTable>
      <DataTable
        caption={`Every voxel on ${what}`}
        columns={[...voxelPlaceColumns(href), ...shownColumns]}
        rows={rows}
        keyOf={voxelKey}
        savedColumns={columns}
        file={`voxelwise-${what.replace(/^a /, '').replaceAll(' ', '-')}.csv`}
      />
    </AsTable>
  )
}
