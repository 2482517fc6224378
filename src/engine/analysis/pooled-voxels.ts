/** Accuracies of voxels that borrow from the other voxels of their task: empirical Bayes, for voxels of few answers. */

import { fitBetaBinomial, pooledShare } from '@voxelwise/statistics'
import { groupBy } from '../base/grouping.ts'
import type { VoxelEstimate } from './report.ts'

/** Fewer voxels do not show how much those of a task differ. */
const leastVoxels = 3

/**
 * Pooled accuracy of each voxel: (right + mean · strength) / (all + strength), with the effective numbers of answers.
 * Voxels without an interval of their own (during a run, or of a part) and those in which one answer is always right or
 * given have none.
 */
export function pooledAccuracies(voxels: readonly VoxelEstimate[]): ReadonlyMap<VoxelEstimate, number> {
  const known = voxels.filter(({ basis, part, constant }) => basis && !part && !constant)
  const pooled = new Map<VoxelEstimate, number>()
  for (const ofTask of groupBy(known, ({ task }) => task).values()) {
    if (ofTask.length < leastVoxels) continue
    const total = ofTask.map(({ basis }) => basis?.effectiveN ?? 0)
    const right = ofTask.map(({ share }, at) => share * (total[at] as number))
    const fit = fitBetaBinomial({ right, total })
    if (!fit) continue
    for (const [at, voxel] of ofTask.entries())
      pooled.set(voxel, pooledShare(fit, right[at] as number, total[at] as number))
  }
  return pooled
}
