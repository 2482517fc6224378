import { useMemo, useState } from 'react'
import { orderTasks, type VoxelEstimate } from '../../engine/report.ts'
import { count, interval, percent } from '../format.ts'
import { SaveCsv } from '../parts/save-csv.tsx'
import { VoxelPlace } from '../parts/voxel-place.tsx'
import { estimateColumns, voxelColumns } from '../saved-columns.ts'

interface Props {
  readonly voxels: readonly VoxelEstimate[]
  /** Where a voxel leads. */
  readonly href: (voxel: VoxelEstimate) => string
}

/** The cube's figures as a table, for reading, copying and screen readers; built when it is opened. */
export function VoxelTable(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <details className="as-table" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {open && <Table {...props} />}
    </details>
  )
}

function Table({ voxels, href }: Props) {
  const sorted = useMemo(() => {
    const tasks = orderTasks(voxels.map(voxel => voxel.task))
    return [...voxels].sort(
      (a, b) =>
        tasks.indexOf(a.task) - tasks.indexOf(b.task) ||
        a.parts.localeCompare(b.parts) ||
        a.modality.localeCompare(b.modality),
    )
  }, [voxels])
  return (
    <div className="stack">
      <div className="table-frame">
        <table className="data">
          <caption className="visually-hidden">Accuracy of every voxel</caption>
          <thead>
            <tr>
              <th scope="col">Task</th>
              <th scope="col">Region</th>
              <th scope="col">Modality</th>
              <th scope="col" className="number">
                n
              </th>
              <th scope="col" className="number spare">
                Right
              </th>
              <th scope="col" className="number">
                Accuracy
              </th>
              <th scope="col" className="number">
                95% interval
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(voxel => (
              <tr key={`${voxel.task}\0${voxel.modality}\0${voxel.parts}`}>
                <VoxelPlace voxel={voxel} href={href(voxel)} />
                <td className="number">{count(voxel.n)}</td>
                <td className="number spare">{count(voxel.correct)}</td>
                <td className="number">{percent(voxel.share)}</td>
                <td className="number">{interval(voxel.low, voxel.high)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <SaveCsv columns={[...voxelColumns, ...estimateColumns]} rows={sorted} file="voxelwise-voxels.csv" />
    </div>
  )
}
