/** The voxels of a run under way, as the cube shows those of a finished one. */
import type { LiveRun } from '../../app/state/state.ts'
import { asPart, type VoxelEstimate } from '../../engine/analysis/report.ts'
import { bareShare } from '../../engine/analysis/shares.ts'
import { voxelKey } from '../text/voxels.ts'

/** Each has its own guessing rate and most frequent answer, known from the plan. @param isDone whether no question is open */
export function liveVoxels(
  counts: LiveRun['voxels'],
  planned: LiveRun['planned'],
  isDone: boolean,
): readonly VoxelEstimate[] {
  const plans = new Map(planned.map(voxel => [voxelKey(voxel), voxel]))
  return counts.map(({ whole, ...voxel }) => {
    const { chance = null, majority, constant } = plans.get(voxelKey(voxel)) ?? {}
    const figure = {
      ...{ ...voxel, ...bareShare(voxel.n, voxel.correct, chance) },
      ...(majority !== undefined && { majority }),
      ...(constant && { constant }),
    }
    return whole && !isDone ? asPart(figure, whole) : figure
  })
}
