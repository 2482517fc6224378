/** What the squares of a cube show: each look is the meaning of number, colour and filling. */

import { type Interval, includesZero } from '@voxelwise/statistics'
import { isAboveOrBelowChance, type VoxelEstimate } from '../../engine/analysis/report.ts'
import { findBaseline } from '../../engine/analysis/shares.ts'
import { count, none, percentShort, points, pointsInterval, pointsShort } from '../text/format.ts'
import { type VoxelLabels, voxelKey } from '../text/voxels.ts'
import { estimateText } from './accuracy.tsx'
import { blindColour, failingColour, scaleColour, scalePosition } from './kit/marks.tsx'

/** With fewer answers a voxel is grey: its accuracy says next to nothing. */
export const fewestColoured = 5
export const fewColour = 'var(--scale-chance)'

export interface CubeLook {
  readonly cellNumber: (voxel: VoxelEstimate) => string
  readonly cellColour: (voxel: VoxelEstimate) => string
  /** Whether voxels of few answers have no colour. */
  readonly isGreyIfFew: boolean
  readonly isHollow: (voxel: VoxelEstimate) => boolean
  /** Whether one answer is always right in it, or always given: its accuracy then says nothing. */
  readonly isHatched: (voxel: VoxelEstimate) => boolean
  readonly voxelText: (voxel: VoxelEstimate) => string
  /** Whether n is written below the number. */
  readonly hasN: boolean
  /** For the key: what the colours, a square in full strength, a hollow one and the number mean. */
  readonly scale: { readonly text: string; readonly colourAt: (position: number) => string } | null
  readonly filled: string | null
  readonly hollow: string | null
  readonly hatched: string | null
  readonly number: string
  readonly example: string
}

export const accuracyLook: CubeLook = {
  cellNumber: ({ share }) => percentShort(share),
  cellColour: voxel => (voxel.n < fewestColoured ? fewColour : failingColour(scalePosition(voxel))),
  isGreyIfFew: true,
  isHollow: voxel => !isAboveOrBelowChance(voxel),
  isHatched: ({ constant }) => constant !== undefined,
  voxelText: estimateText,
  hasN: true,
  scale: { text: 'never right, guessing, always right', colourAt: failingColour },
  filled: null,
  hollow: 'may be guessing or one answer',
  hatched: 'always one answer, right or given',
  number: 'accuracy, %',
  example: '80',
}

/** Look for a run most of whose replies could not be read: an accuracy without a meaning has no colour. */
export const unreadLook: CubeLook = {
  ...accuracyLook,
  cellColour: () => fewColour,
  isGreyIfFew: false,
  isHollow: () => true,
  scale: null,
  hollow: 'too many replies could not be read',
}

export const aboveLook: CubeLook = {
  ...accuracyLook,
  cellNumber: voxel => {
    const baseline = findBaseline(voxel)
    return baseline === null ? none : pointsShort(voxel.share - baseline)
  },
  number: 'points above guessing or the most frequent answer',
  example: '+40',
}

/** Accuracy on a blank or a wrong image: it should not be above guessing. */
export const blindLook = (image: 'blank' | 'wrong'): CubeLook => ({
  ...accuracyLook,
  cellColour: voxel => (voxel.n < fewestColoured ? fewColour : blindColour(scalePosition(voxel))),
  scale: { text: 'never right, guessing, always right', colourAt: blindColour },
  filled: 'above guessing: no image was needed',
  number: `accuracy on a ${image} image, %`,
})

export const countLook: CubeLook = {
  ...accuracyLook,
  cellNumber: ({ n }) => count(n),
  cellColour: () => fewColour,
  isGreyIfFew: false,
  isHollow: () => false,
  isHatched: () => false,
  hasN: false,
  scale: null,
  hollow: null,
  hatched: null,
  number: 'answers',
  example: '15',
}

export type VoxelDifference = VoxelLabels & Interval & { readonly difference: number }

/** Differences of this run from another one. */
export function differenceLook(differences: readonly VoxelDifference[]): CubeLook {
  const differencesByKey = new Map(differences.map(one => [voxelKey(one), one]))
  const differenceAt = (voxel: VoxelEstimate) => differencesByKey.get(voxelKey(voxel))
  const text = (known: VoxelDifference) =>
    `${points(known.difference)} points, 95% interval ${pointsInterval(known.low, known.high)}`
  return {
    ...accuracyLook,
    cellNumber: voxel => pointsShort(differenceAt(voxel)?.difference ?? 0),
    cellColour: voxel =>
      voxel.n < fewestColoured ? fewColour : scaleColour(2 * (differenceAt(voxel)?.difference ?? 0)),
    isHollow: voxel => includesZero(differenceAt(voxel) ?? { low: 0, high: 0 }),
    isHatched: () => false,
    voxelText: voxel => {
      const known = differenceAt(voxel)
      return known ? text(known) : ''
    },
    scale: { text: '−50 to +50 points', colourAt: scaleColour },
    hollow: 'interval includes 0',
    hatched: null,
    number: 'points, this run minus the other',
    example: '+4',
  }
}
