import { label } from '../../text/format.ts'
import type { VoxelLabels } from '../../text/voxels.ts'
import { PageLink } from '../controls/page-link.tsx'
import type { TableColumn } from '../table/table.tsx'

/** The first columns of a table of voxels: the task, which leads to the samples, region and modality. */
export function voxelPlaceColumns<Row extends VoxelLabels>(
  href: (voxel: Row) => string,
): readonly TableColumn<Row>[] {
  return [
    { key: 'task', name: 'Task', cell: row => <PageLink href={href(row)}>{label(row.task)}</PageLink> },
    { key: 'parts', name: 'Region', cell: row => label(row.parts) },
    { key: 'modality', name: 'Modality', cell: row => label(row.modality) },
  ]
}
