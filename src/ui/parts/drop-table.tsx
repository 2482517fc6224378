import { useState } from 'react'
import type { SpoiltFigures } from '../../engine/probes/report.ts'
import type { Comparison, VoxelComparison } from '../../engine/statistics/compare.ts'
import { count, label, percent, points, pointsInterval, pValue } from '../format.ts'
import { corruptionNames } from '../probe-names.ts'
import { resultsHref } from '../router.ts'
import { voxelColumns } from '../saved-columns.ts'
import type { SavedColumn } from '../sorting.ts'
import { SaveCsv } from './save-csv.tsx'

/** The overall figures of every pass, and those of every voxel when they are asked for. */
export function DropTable({ passes }: { readonly passes: readonly SpoiltFigures[] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Table
        caption="Change of accuracy on spoilt images, all voxels"
        last="p"
        file="voxelwise-corruptions.csv"
        rows={passes.map(pass => ({
          key: pass.run,
          pass,
          name: passName(pass),
          ...pass.overall,
          p: pass.overall.p,
        }))}
      />
      <details className="as-table" onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>Every voxel as a table</summary>
        {open && (
          <Table
            caption="Change of accuracy on spoilt images, every voxel"
            last="p (Holm)"
            file="voxelwise-corruptions-by-voxel.csv"
            rows={passes.flatMap(pass =>
              pass.voxels.map(voxel => ({
                ...voxel,
                key: `${pass.run} ${voxel.task}\0${voxel.modality}\0${voxel.parts}`,
                pass,
                name: passName(pass),
                voxel,
                where: [voxel.task, voxel.modality, voxel.parts].map(label).join(' · '),
                p: voxel.adjusted,
              })),
            )}
          />
        )}
      </details>
    </>
  )
}

const passName = ({ corruption, strength }: SpoiltFigures): string =>
  `${corruptionNames[corruption]} ${strength}`

interface Row extends Comparison {
  readonly key: string
  readonly pass: SpoiltFigures
  readonly name: string
  readonly where?: string
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
  const byVoxel = rows.some(({ where }) => where !== undefined)
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
              {['n', 'Clean', 'Spoilt', 'Points', '95% interval', last].map(name => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.key}>
                <th scope="row">
                  <a href={resultsHref(row.pass.run, 'samples')}>{row.name}</a>
                </th>
                {byVoxel && <td>{row.where}</td>}
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
