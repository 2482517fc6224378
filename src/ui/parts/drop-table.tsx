import type { SpoiltFigures } from '../../engine/probes/report.ts'
import type { Comparison, VoxelComparison } from '../../engine/statistics/compare.ts'
import { count, percent, points, pointsInterval, pValue } from '../format.ts'
import { spoiltName } from '../probe-names.ts'
import { resultsHref } from '../router.ts'
import { voxelColumns } from '../saved-columns.ts'
import type { SavedColumn } from '../sorting.ts'
import { voxelKey, voxelName } from '../voxels.ts'
import { AsTable } from './as-table.tsx'
import { NumberHeads } from './number-heads.tsx'
import { SaveCsv } from './save-csv.tsx'

interface Props {
  readonly passes: readonly SpoiltFigures[]
}

/** The overall figures of every pass, and those of every voxel when they are asked for. */
export function DropTable({ passes }: Props) {
  return (
    <>
      <Table
        caption="Change of accuracy on spoilt images, all voxels"
        last="p"
        file="voxelwise-corruptions.csv"
        rows={passes.map(pass => ({ ...pass.overall, key: pass.run, pass }))}
      />
      <AsTable name="Every voxel as a table">
        <VoxelDrops passes={passes} />
      </AsTable>
    </>
  )
}

function VoxelDrops({ passes }: Props) {
  return (
    <Table
      caption="Change of accuracy on spoilt images, every voxel"
      last="p (Holm)"
      file="voxelwise-corruptions-by-voxel.csv"
      rows={passes.flatMap(pass =>
        pass.voxels.map(voxel => ({
          ...voxel,
          key: `${pass.run} ${voxelKey(voxel)}`,
          pass,
          voxel,
          p: voxel.adjusted,
        })),
      )}
    />
  )
}

interface Row extends Comparison {
  readonly key: string
  readonly pass: SpoiltFigures
  /** None in a line of all voxels. */
  readonly voxel?: VoxelComparison
}

const columns: readonly SavedColumn<Row>[] = [
  { name: 'corruption', value: row => row.pass.corruption },
  { name: 'strength', value: row => row.pass.strength },
  { name: 'n', value: row => row.n },
  { name: 'clean', value: row => row.first },
  { name: 'spoilt', value: row => row.second },
  { name: 'difference', value: row => row.difference },
  { name: 'low', value: row => row.low },
  { name: 'high', value: row => row.high },
]
const columnsByVoxel: readonly SavedColumn<Row>[] = voxelColumns.map(({ name, value }) => ({
  name,
  value: ({ voxel }) => (voxel ? value(voxel) : null),
}))

interface TableProps {
  readonly caption: string
  /** What the last column's p-values are. */
  readonly last: string
  readonly rows: readonly Row[]
  /** Name of the saved table. */
  readonly file: string
}

function Table({ caption, last, rows, file }: TableProps) {
  const byVoxel = rows.some(({ voxel }) => voxel !== undefined)
  const saved = [...(byVoxel ? columnsByVoxel : []), ...columns, { name: last, value: (row: Row) => row.p }]
  return (
    <div className="stack">
      <div className="table-frame">
        <table className="data">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Kind and strength</th>
              {byVoxel && <th scope="col">Voxel</th>}
              <NumberHeads names={['n', 'Clean', 'Spoilt', 'Points', '95% interval', last]} />
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.key}>
                <th scope="row">
                  <a href={resultsHref(row.pass.run, 'samples')}>{spoiltName(row.pass)}</a>
                </th>
                {byVoxel && <td>{row.voxel && voxelName(row.voxel)}</td>}
                <td className="number">{count(row.n)}</td>
                <td className="number">{percent(row.first)}</td>
                <td className="number">{percent(row.second)}</td>
                <td className="number strong">{points(row.difference)}</td>
                <td className="number">{pointsInterval(row.low, row.high)}</td>
                <td className="number">{pValue(row.p)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <SaveCsv columns={saved} rows={rows} file={file} />
    </div>
  )
}
