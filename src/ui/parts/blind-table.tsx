import type { BlindVoxel } from '../../engine/probes/figures.ts'
import type { Rate } from '../../engine/statistics/bootstrap.ts'
import type { VoxelRates } from '../../engine/statistics/chains.ts'
import { count, interval, none, percent, points, pointsInterval, pValue } from '../format.ts'
import { voxelColumns } from '../saved-columns.ts'
import type { SavedColumn } from '../sorting.ts'
import { isSameVoxel, voxelKey } from '../voxels.ts'
import { NumberHeads } from './number-heads.tsx'
import { SaveCsv } from './save-csv.tsx'
import { VoxelHeads, VoxelPlace } from './voxel-place.tsx'

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

interface Props {
  readonly voxels: readonly BlindVoxel[]
  readonly chains: readonly VoxelRates[]
  /** What was shown instead. */
  readonly what: string
  readonly href: (voxel: BlindVoxel) => string
}

/** Every voxel with and without its image, and what the chains infer of it. */
export function BlindTable({ voxels, chains, what, href }: Props) {
  const rows: readonly Row[] = voxels.map(voxel => ({
    ...voxel,
    rates: chains.find(one => isSameVoxel(one, voxel)) ?? null,
  }))
  return (
    <details className="as-table">
      <summary>As a table</summary>
      <div className="table-frame">
        <table className="data">
          <caption className="visually-hidden">Every voxel on {what}</caption>
          <thead>
            <tr>
              <VoxelHeads />
              <NumberHeads
                names={[
                  'n',
                  'With image',
                  'Without',
                  '95% interval',
                  'Chance',
                  'Points',
                  '95% interval',
                  'p (Holm)',
                  'Shortcut_Prob',
                  '95% interval',
                ]}
              />
            </tr>
          </thead>
          <tbody>
            {rows.map(voxel => (
              <tr key={voxelKey(voxel)}>
                <VoxelPlace voxel={voxel} href={href(voxel)} />
                <td className="number">{count(voxel.n)}</td>
                <td className="number">{percent(voxel.first)}</td>
                <td className="number strong">{percent(voxel.blind.share)}</td>
                <td className="number">{interval(voxel.blind.low, voxel.blind.high)}</td>
                <td className="number">{voxel.blind.chance === null ? none : percent(voxel.blind.chance)}</td>
                <td className="number">{points(voxel.difference)}</td>
                <td className="number">{pointsInterval(voxel.low, voxel.high)}</td>
                <td className="number">{pValue(voxel.adjusted)}</td>
                <Shortcut rate={shortcutOf(voxel)} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <SaveCsv
        columns={columns}
        rows={rows}
        file={`voxelwise-${what.replace(/^a /, '').replaceAll(' ', '-')}.csv`}
      />
    </details>
  )
}

function Shortcut({ rate }: { readonly rate: Rate | null }) {
  return (
    <>
      <td className="number">{rate ? percent(rate.share) : none}</td>
      <td className="number">{rate ? interval(rate.low, rate.high) : none}</td>
    </>
  )
}
