import { label } from '../format.ts'
import type { VoxelLabels } from '../voxels.ts'

interface Props {
  readonly voxel: VoxelLabels
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

/** The heads of those cells. */
export function VoxelHeads() {
  return ['Task', 'Region', 'Modality'].map(name => (
    <th key={name} scope="col">
      {name}
    </th>
  ))
}
