import { useMemo, useState } from 'react'
import { orderTasks, type VoxelEstimate } from '../../engine/report.ts'
import { count, interval, label, percent } from '../format.ts'

/** The cube's figures as a table, for reading, copying and screen readers; built when it is opened. */
export function VoxelTable({ voxels }: { readonly voxels: readonly VoxelEstimate[] }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="as-table" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {open && <Table voxels={voxels} />}
    </details>
  )
}

function Table({ voxels }: { readonly voxels: readonly VoxelEstimate[] }) {
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
            <th scope="col" className="number">
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
          {sorted.map(({ task, modality, parts, n, correct, share, low, high }) => (
            <tr key={`${task}\0${modality}\0${parts}`}>
              <th scope="row">{label(task)}</th>
              <td>{label(parts)}</td>
              <td>{label(modality)}</td>
              <td className="number">{count(n)}</td>
              <td className="number">{count(correct)}</td>
              <td className="number">{percent(share)}</td>
              <td className="number">{interval(low, high)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
