/** The plan of a run: what is expected and wanted, and the size that follows. */

import { normal975 } from '@voxelwise/statistics'
import type { PlannedSet } from '../../../engine/probes/planned-set.ts'
import type { SizePlan } from '../../../engine/protocol/size-plan.ts'
import {
  halfWidthOf,
  type PlannedClusters,
  type PlannedSize,
  plannedDesignEffect,
  sizeForMargin,
  sizeForWidth,
} from './plan.ts'

/** All shares and differences from 0 to 1. */
export interface PlanWishes {
  readonly goal: SizePlan['goal']
  readonly accuracy: number
  readonly icc: number
  /** The run that both were taken from. */
  readonly from: string | null
  readonly halfWidth: number
  readonly difference: number
  readonly discordant: number
  readonly margin: number
  readonly power: number
}

export const usualWishes: PlanWishes = {
  ...{ goal: 'width', accuracy: 0.6, icc: 0.2, from: null, halfWidth: 0.03 },
  ...{ difference: 0, discordant: 0.2, margin: 0.05, power: 0.8 },
}

export interface PlannedRunSize extends PlannedSize {
  /** Of the accuracy's interval with the planned questions, or with all there are if these are fewer. */
  readonly reached: number
  readonly undecided: number
}

const clustersOfSet = (
  { questions, clusters, clusterOfQuestion }: PlannedSet,
  icc: number,
): PlannedClusters => ({
  ...{ questionsPerCluster: clusters === 0 ? 1 : questions / clusters, clusterOfQuestion, icc },
})

/** @returns null where no size would do: the expected difference is not above −margin */
export function plannedRunSize(wishes: PlanWishes, set: PlannedSet): PlannedRunSize | null {
  const planned = clustersOfSet(set, wishes.icc)
  const size =
    wishes.goal === 'width'
      ? sizeForWidth(wishes.accuracy, wishes.halfWidth, planned)
      : sizeForMargin(wishes, planned)
  if (!size) return null
  const asked = Math.min(size.questions, set.questions)
  return {
    ...size,
    reached: asked === 0 ? 1 : halfWidthOf(wishes.accuracy, asked, planned),
    undecided: undecidedVoxels(set, { ...wishes, share: set.questions === 0 ? 0 : asked / set.questions }),
  }
}

/** As it is stored with a run. @param seconds on this machine; null where its speed is not known */
export function sizePlanOf(
  wishes: PlanWishes,
  { questions, clusters, undecided }: PlannedRunSize,
  set: PlannedSet,
  seconds: number | null,
  made: string,
): SizePlan {
  const { goal, accuracy, icc, from, halfWidth, difference, discordant, margin, power } = wishes
  return {
    ...{ made, goal, accuracy, icc, ...(from !== null && { from }) },
    ...(goal === 'width' ? { halfWidth } : { difference, discordant, margin, power }),
    ...{ questions, clusters, seconds, voxels: set.voxels.length, undecided },
  }
}

/**
 * How many voxels would stay undecided: with the expected accuracy in each, the interval would include what guessing scores.
 * @param share of all questions that are asked, alike in every voxel
 */
export function undecidedVoxels(
  { voxels }: Pick<PlannedSet, 'voxels'>,
  { accuracy, icc, share }: { readonly accuracy: number; readonly icc: number; readonly share: number },
): number {
  return voxels.filter(({ questions, clusterOfQuestion, chance }) => {
    const n = questions * Math.min(1, share)
    if (chance === null || n < 1) return true
    const deff = plannedDesignEffect({ clusterOfQuestion, icc })
    const reach = normal975 * Math.sqrt((accuracy * (1 - accuracy) * deff) / n)
    return Math.abs(accuracy - chance) <= reach
  }).length
}
