import type { VoxelRates } from '../../../engine/analysis/chains.ts'
import type { BlindVoxel } from '../../../engine/probes/figures.ts'
import { voxelPlaceColumns } from '../../charts/voxel-table.tsx'
import { AsTable } from '../../shared/controls/folded.tsx'
import { figure, intervalColumns, shareColumns } from '../../shared/table/columns.tsx'
import { type DataColumn, DataTable } from '../../shared/table/data-table.tsx'
import { count, percent, points, pointsInterval, pValue } from '../../text/format.ts'
import { isSameVoxel, voxelKey } from '../../text/voxels.ts'

/** A voxel with the chain-based rates of its diagnoses; null where it has no links. */
interface Row extends BlindVoxel {
  readonly rates: VoxelRates | null
}

const shortcutOf = ({ rates }: Row) => (rates && rates.shortcut.n > 0 ? rates.shortcut : null)

const columns: readonly DataColumn<Row>[] = [
  figure('n', 'n', row => row.n, count),
  figure('with_image', 'With image', row => row.first, percent),
  ...shareColumns<Row>('without', 'Without', row => row.blind, { isStrong: true }),
  figure('chance', 'Guessing', row => row.blind.chance, percent),
  figure('difference', 'Points', row => row.difference, points),
  ...intervalColumns<Row>(row => row, pointsInterval),
  figure('p_holm', 'p (Holm)', row => row.adjusted, pValue),
  ...shareColumns('shortcut_prob', 'Shortcut_Prob', shortcutOf),
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
        columns={[...voxelPlaceColumns(href), ...columns]}
        rows={rows}
        keyOf={voxelKey}
        file={`voxelwise-${what.replace(/^a /, '').replaceAll(' ', '-')}.csv`}
      />
    </AsTable>
  )
}
