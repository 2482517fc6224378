/** The results of the probes per voxel. Every probe's pass is paired with the run it belongs to. */

import type { Clusters } from '../analysis/clusters.ts'
import {
  type AnswerPair,
  type Comparison,
  compareVoxels,
  PairedAnswers,
  type VoxelComparison,
} from '../analysis/paired-differences.ts'
import { bareShare, type Countable, type Entry, type Estimate, Shares } from '../analysis/shares.ts'
import type { Corruption, Strength } from '../protocol/probe.ts'
import { VoxelMap } from '../protocol/voxel-map.ts'

/** With the image (first) and without it or with a wrong one (second). */
export interface WithoutLooking {
  /** Accuracy without looking; an interval above chance gives a text shortcut away. */
  readonly blind: Estimate
  /** Of the answers that are right with the image, those that are right without it too. */
  readonly kept: Estimate
}

export type BlindOverall = Comparison & WithoutLooking & { readonly seen: Estimate }
export type BlindVoxel = VoxelComparison & WithoutLooking & { readonly seen: Estimate }

/** A pass without looking, paired with the run: every figure counts the same clusters. */
export class BlindAnswers<Row extends Countable> {
  readonly #answers: PairedAnswers<Row>
  readonly #seen: Shares<Row>
  readonly #blind: Shares<Row>
  readonly #kept: Shares<Row>

  constructor(pairs: readonly AnswerPair<Row>[], clusters: Clusters) {
    const entries = (of: readonly AnswerPair<Row>[], place: 0 | 1): Entry<Row>[] =>
      of.map(pair => ({
        row: pair[0],
        value: Number(pair[place].verdict === 'correct'),
        chance: pair[0].chance,
      }))
    const right = pairs.filter(([{ verdict }]) => verdict === 'correct')
    this.#answers = new PairedAnswers(pairs, clusters)
    this.#seen = new Shares(entries(pairs, 0), clusters)
    this.#blind = new Shares(entries(pairs, 1), clusters)
    this.#kept = new Shares(
      entries(right, 1).map(entry => ({ ...entry, chance: null })),
      clusters,
    )
  }

  overall(): BlindOverall {
    const [seen, blind, kept] = [this.#seen.whole(), this.#blind.whole(), this.#kept.whole()]
    return { ...this.#answers.overall(), seen, blind, kept }
  }

  /** By task, in the order of first mention. */
  tasks(): Map<string, BlindOverall> {
    const taskOf = ({ task }: Row) => task
    const shares = this.#sharesBy(taskOf)
    return new Map(Array.from(this.#answers.by(taskOf), ([task, of]) => [task, { ...of, ...shares(task) }]))
  }

  voxels(): BlindVoxel[] {
    const places = new VoxelMap(place => place)
    const shares = this.#sharesBy(row => places.at(row))
    return compareVoxels(this.#answers).map(of => ({ ...of, ...shares(places.at(of)) }))
  }

  #sharesBy<Label>(labelOf: (row: Row) => Label) {
    const [seen, blind, kept] = [this.#seen, this.#blind, this.#kept].map(shares => shares.by(labelOf))
    return (label: Label) => ({
      seen: seen?.get(label) ?? nothing,
      blind: blind?.get(label) ?? nothing,
      kept: kept?.get(label) ?? nothing,
    })
  }
}

const nothing = bareShare(0, 0)

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

const spoilt = <Row extends Countable>(answers: PairedAnswers<Row>) => ({
  overall: answers.overall(),
  voxels: compareVoxels(answers),
})

/** @param clusters of the run */
export function corruptionDrops<Row extends Countable>(
  passes: readonly CorruptionPass<Row>[],
  clusters: Clusters,
): CorruptionDrop[] {
  return passes.map(({ corruption, strength, pairs }) => ({
    corruption,
    strength,
    ...spoilt(new PairedAnswers(pairs, clusters)),
  }))
}
