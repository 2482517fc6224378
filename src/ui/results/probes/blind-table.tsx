import type { VoxelRates } from '../../../engine/analysis/chains.ts'
import type { BlindVoxel } from '../../../engine/probes/figures.ts'
import { AsTable } from '../../shared/controls/as-table.tsx'
import { voxelPlaceColumns } from '../../shared/sample/voxel-place.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { voxelColumns } from '../../shared/table/saved-columns.ts'
import type { SavedColumn } from '../../shared/table/sorting.ts'
import type { TableColumn } from '../../shared/table/table.tsx'
import { count, interval, none, percent, points, pointsInterval, pValue } from '../../text/format.ts'
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

const number = { isNumber: true }

const shownColumns: readonly TableColumn<Row>[] = [
  { ...number, key: 'n', name: 'n', cell: row => count(row.n) },
  { ...number, key: 'first', name: 'With image', cell: row => percent(row.first) },
  { ...number, key: 'blind', name: 'Without', isStrong: true, cell: row => percent(row.blind.share) },
  {
    ...number,
    key: 'blind-interval',
    name: '95% interval',
    cell: row => interval(row.blind.low, row.blind.high),
  },
  {
    ...number,
    key: 'chance',
    name: 'Chance',
    cell: row => (row.blind.chance === null ? none : percent(row.blind.chance)),
  },
  { ...number, key: 'points', name: 'Points', cell: row => points(row.difference) },
  { ...number, key: 'interval', name: '95% interval', cell: row => pointsInterval(row.low, row.high) },
  { ...number, key: 'p', name: 'p (Holm)', cell: row => pValue(row.adjusted) },
  {
    ...number,
    key: 'shortcut',
    name: 'Shortcut_Prob',
    cell: row => {
      const rate = shortcutOf(row)
      return rate ? percent(rate.share) : none
    },
  },
  {
    ...number,
    key: 'shortcut-interval',
    name: '95% interval',
    cell: row => {
      const rate = shortcutOf(row)
      return rate ? interval(rate.low, rate.high) : none
    },
  },
]

interface Props {
  readonly voxels: readonly BlindVoxel[]
  readonly chains: readonly VoxelRates[]
  /** What was shown instead. */
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
