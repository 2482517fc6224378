import type { Axis } from '../../engine/metrics.ts'
import { label } from '../format.ts'

interface Props {
  readonly voxel: Readonly<Record<Axis, string>>
  readonly href: string
}

/** The first cells of a voxel's row: its task, which leads to its samples, its region and its modality. */
export function VoxelPlace({ voxel, href }: Props) {
  return (
    <>
      <th scope="row">
        <a href={href}>{label(voxel.task)}</a>
      </th>
      <td>{label(voxel.parts)}</td>
      <td>{label(voxel.modality)}</td>
    </>
  )
}
