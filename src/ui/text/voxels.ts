/** A voxel's place in keys and in words, and the order in which tables list voxels. */

import { ownValue } from '@voxelwise/python'
import { orderLabels } from '../../engine/analysis/report.ts'
import type { Axis } from '../../engine/protocol/sample.ts'
import { everything } from '../../engine/protocol/voxel-map.ts'
import { label } from './format.ts'

export type VoxelLabels = Readonly<Record<Axis, string>>

/** What figures are split by, in words. */
export const byNames = {
  overall: 'All samples',
  task: 'Task',
  modality: 'Modality',
  parts: 'Region',
  dataset: 'Data set',
  voxel: 'Voxel',
} as const

/** A field's name in words: the data set's own, unless it is an axis. */
export const fieldName = (field: string): string =>
  ownValue(byNames as Readonly<Record<string, string>>, field) ?? field

/** One text for each voxel, for maps and keys of rows. */
export const voxelKey = ({ task, modality, parts }: VoxelLabels): string => `${task}\0${modality}\0${parts}`

/** "Organ Recognition · CT · Chest"; of all regions "Organ Recognition · CT", of all together "All samples". */
export function voxelName({ task, modality, parts }: VoxelLabels): string {
  const named = [task, modality, parts].filter(value => value !== everything)
  return named.length === 0 ? byNames.overall : named.map(label).join(' · ')
}

export const isSameVoxel = (a: VoxelLabels, b: VoxelLabels): boolean => voxelKey(a) === voxelKey(b)

/** By task, below each by region, and below those by modality, each in the order of `orderLabels`. */
export function inVoxelOrder<Voxel extends VoxelLabels>(voxels: readonly Voxel[]): readonly Voxel[] {
  const labelPlaces = (axis: Axis) => {
    const labels = voxels.map(voxel => voxel[axis])
    return new Map(orderLabels(axis, labels).map((label, at) => [label, at]))
  }
  const keys = (['task', 'parts', 'modality'] as const).map(axis => [axis, labelPlaces(axis)] as const)
  const place = (voxel: Voxel) =>
    keys.reduce((sum, [axis, places]) => sum * places.size + (places.get(voxel[axis]) ?? 0), 0)
  return [...voxels].sort((a, b) => place(a) - place(b))
}
