/** The plan of a run: what is expected and wanted, and the size that follows. */

import { normal975 } from '@voxelwise/statistics'
import type { PlannedSet } from '../../../engine/probes/planned-set.ts'
import type { NamedVoxel, SizePlan } from '../../../engine/protocol/size-plan.ts'
import { marginLevel } from './margins.ts'
import {
  intervalHalfWidth,
  type PlannedClusters,
  type PlannedSize,
  plannedDesignEffect,
  sizeForMargin,
  sizeForWidth,
} from './plan.ts'

/** What a plan is about; the share of all questions that a figure is of depends on it. */
export const plannedFigures = ['accuracy', 'sensitivity', 'specificity'] as const
export type PlannedFigure = (typeof plannedFigures)[number]

/** All shares and differences from 0 to 1. */
export interface PlanWishes {
  readonly goal: SizePlan['goal']
  readonly figure: PlannedFigure
  readonly accuracy: number
  readonly icc: number
  /** The expected sensitivity or specificity, and the share of all questions in which the finding is present. */
  readonly rate: number
  readonly prevalence: number
  /** The run that the expectations were taken from, or the published model; null where they were entered. */
  readonly from: string | null
  readonly published: string | null
  readonly halfWidth: number
  readonly difference: number
  readonly discordant: number
  readonly margin: number
  readonly power: number
}

export const usualWishes: PlanWishes = {
  ...{ goal: 'width', figure: 'accuracy', accuracy: 0.6, icc: 0.2, rate: 0.8, prevalence: 0.2 },
  ...{ from: null, published: null, halfWidth: 0.03 },
  ...{ difference: 0, discordant: 0.2, margin: 0.05, power: 0.8 },
}

/** A difference is tested on both sides at 5 %. */
const differenceLevel = 0.025

interface PlannedRunSize extends PlannedSize {
  readonly images: number
  /** Half the width of the figure's interval with the planned questions, or with all there are if these are fewer. */
  readonly reached: number
  readonly undecided: readonly NamedVoxel[]
}

const clustersOfSet = (
  { questions, clusters, clusterOfQuestion }: PlannedSet,
  icc: number,
): PlannedClusters => ({
  ...{ questionsPerCluster: clusters === 0 ? 1 : questions / clusters, clusterOfQuestion, icc },
})

/** The expected share, and the part of all questions that it is of. */
function expectedShare({ figure, accuracy, rate, prevalence }: PlanWishes): { share: number; part: number } {
  if (figure === 'accuracy') return { share: accuracy, part: 1 }
  return { share: rate, part: figure === 'sensitivity' ? prevalence : 1 - prevalence }
}

function neededSize(wishes: PlanWishes, planned: PlannedClusters): PlannedSize | null {
  const { share, part } = expectedShare(wishes)
  if (part <= 0) return null
  switch (wishes.goal) {
    case 'width':
      return sizeForWidth(share, wishes.halfWidth, planned, part)
    case 'margin':
      return sizeForMargin({ ...wishes, level: marginLevel }, planned, part)
    case 'difference':
      return sizeForMargin({ ...wishes, margin: 0, level: differenceLevel }, planned, part)
  }
}

/** @returns null where no size would do: the expected difference is not above −margin, or no question has the finding */
export function plannedRunSize(wishes: PlanWishes, set: PlannedSet): PlannedRunSize | null {
  const planned = clustersOfSet(set, wishes.icc)
  const size = neededSize(wishes, planned)
  if (!size) return null
  const { share, part } = expectedShare(wishes)
  const questions = Math.min(size.questions, set.questions)
  return {
    ...size,
    images: set.clusters === 0 ? 0 : Math.ceil((size.clusters * set.images) / set.clusters - 1e-9),
    reached: questions === 0 ? 1 : intervalHalfWidth(share, questions, planned, part),
    undecided: undecidedVoxels(set, {
      ...wishes,
      share: set.questions === 0 ? 0 : questions / set.questions,
    }),
  }
}

/** More are counted, and not named. */
const mostNamed = 200

/** As it is stored with a run. @param seconds on this machine; null where its speed is not known */
export function makeSizePlan(
  wishes: PlanWishes,
  { questions, clusters, images, undecided }: PlannedRunSize,
  set: PlannedSet,
  seconds: number | null,
  made: string,
): SizePlan {
  const { goal, figure, accuracy, icc, rate, prevalence, from, published } = wishes
  const { halfWidth, difference, discordant, margin, power } = wishes
  return {
    ...{
      made,
      goal,
      accuracy,
      icc,
      ...(from !== null && { from }),
      ...(published !== null && { published }),
    },
    ...(figure !== 'accuracy' && { figure, rate, prevalence }),
    ...(goal === 'width' ? { halfWidth } : { difference, discordant, power }),
    ...(goal === 'margin' && { margin }),
    ...{ questions, clusters, images, seconds, voxels: set.voxels.length, undecided: undecided.length },
    undecidedVoxels: undecided.slice(0, mostNamed),
  }
}

/**
 * The voxels that would stay undecided: with the expected accuracy in each, the interval would include what guessing scores.
 * @param share of all questions that are asked, alike in every voxel
 */
export function undecidedVoxels(
  { voxels }: Pick<PlannedSet, 'voxels'>,
  { accuracy, icc, share }: { readonly accuracy: number; readonly icc: number; readonly share: number },
): NamedVoxel[] {
  return voxels
    .filter(({ questions, clusterOfQuestion, chance }) => {
      const n = questions * Math.min(1, share)
      if (chance === null || n < 1) return true
      const deff = plannedDesignEffect({ clusterOfQuestion, icc })
      const reach = normal975 * Math.sqrt((accuracy * (1 - accuracy) * deff) / n)
      return Math.abs(accuracy - chance) <= reach
    })
    .map(({ task, modality, parts }) => ({ task, modality, parts }))
}
