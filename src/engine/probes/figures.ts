/** The results of the probes per voxel. Every probe's pass is paired with the run it belongs to. */

import {
  type AnswerPair,
  type Comparison,
  compare,
  compareVoxels,
  type VoxelComparison,
} from '../analysis/paired-differences.ts'
import { type Countable, type Estimate, estimate, overall, voxels } from '../analysis/report.ts'
import type { Corruption, Strength } from '../protocol/probe.ts'
import { axes } from '../protocol/sample.ts'

/** With the image (first) and without it or with a wrong one (second). */
export interface WithoutLooking {
  /** Accuracy without looking; an interval above chance gives a text shortcut away. */
  readonly blind: Estimate
  /** Of the answers that are right with the image, those that are right without it too. */
  readonly kept: Estimate
}

export type BlindOverall = Comparison & WithoutLooking
export type BlindVoxel = VoxelComparison & WithoutLooking

export function blindOverall<Row extends Countable>(pairs: readonly AnswerPair<Row>[]): BlindOverall {
  const comparison = compare(pairs)
  return { ...comparison, ...withoutLooking(comparison, overall(pairs.map(([, blind]) => blind)).chance) }
}

export function blindVoxels<Row extends Countable>(pairs: readonly AnswerPair<Row>[]): BlindVoxel[] {
  const key = (voxel: Pick<VoxelComparison, (typeof axes)[number]>) =>
    JSON.stringify(axes.map(axis => voxel[axis]))
  const chances = new Map(voxels(pairs.map(([row]) => row)).map(voxel => [key(voxel), voxel.chance]))
  return compareVoxels(pairs).map(comparison => ({
    ...comparison,
    ...withoutLooking(comparison, chances.get(key(comparison)) ?? null),
  }))
}

function withoutLooking({ n, table }: Comparison, chance: number | null): WithoutLooking {
  const { bothRight, onlyFirst, onlySecond } = table
  return {
    blind: estimate(n, bothRight + onlySecond, chance),
    kept: estimate(bothRight + onlyFirst, bothRight, chance),
  }
}

/** A pass over corrupted images, paired with the run on clean ones (first). */
export interface CorruptionPass<Row> {
  readonly corruption: Corruption
  readonly strength: Strength
  readonly pairs: readonly AnswerPair<Row>[]
}

/** Differences are accuracy on spoilt less that on clean images: a drop is negative. */
export interface CorruptionDrop {
  readonly corruption: Corruption
  readonly strength: Strength
  readonly overall: Comparison
  /** p-values are adjusted for the voxels of one pass. */
  readonly voxels: readonly VoxelComparison[]
}

export function corruptionDrops<Row extends Countable>(
  passes: readonly CorruptionPass<Row>[],
): CorruptionDrop[] {
  return passes.map(({ corruption, strength, pairs }) => ({
    corruption,
    strength,
    overall: compare(pairs),
    voxels: compareVoxels(pairs),
  }))
}
