/** The results of the probes per voxel. Every probe's pass is paired with the run it belongs to. */

import type { Clusters } from '../analysis/clusters.ts'
import {
  type AnswerPair,
  type Comparison,
  type CubeColumn,
  compareVoxels,
  cubeColumns,
  PairedAnswers,
  type VoxelComparison,
} from '../analysis/paired-differences.ts'
import { bareShare, type Countable, type Entry, type Estimate, Shares } from '../analysis/shares.ts'
import { getOrMake } from '../base/grouping.ts'
import type { Corruption, Strength } from '../protocol/probe.ts'
import type { Axis } from '../protocol/sample.ts'
import { VoxelMap } from '../protocol/voxel-map.ts'
import { clusteredRatio } from '../statistics/clustered-ratio.ts'
import type { Interval } from '../statistics/wilson.ts'

/** With the image (first) and without it or with a wrong one (second). */
interface WithoutLooking {
  /** Accuracy without looking; an interval above chance gives a text shortcut away. */
  readonly blind: Estimate
  /** Of the answers that are right with the image, those that are right without it too. */
  readonly kept: Estimate
}

export type BlindOverall = Comparison & WithoutLooking & { readonly seen: Estimate }
export type BlindVoxel = VoxelComparison & WithoutLooking & { readonly seen: Estimate }

export type BlindColumn = CubeColumn & Pick<WithoutLooking, 'blind'>

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

  /** All tasks of a column together. */
  columns(): BlindColumn[] {
    const columnOf = cubeColumns<Row>()
    return Array.from(this.#blind.by(columnOf), ([column, blind]) => ({ ...column, blind }))
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

/** How much of its accuracy a voxel loses on corrupted images, on average over the passes that ask each question. */
export interface RelativeDrop extends Readonly<Record<Axis, string>> {
  readonly n: number
  readonly clusters: number
  readonly clean: number
  readonly spoilt: number
  /** 1 − spoilt/clean; negative where the corrupted images are answered better. */
  readonly drop: number
  /** Linearised, by clusters; null where nothing varies. */
  readonly interval: Interval | null
}

/** @returns by voxel, without those where no clean image is answered rightly */
export function relativeDrops<Row extends Countable>(
  passes: readonly (readonly AnswerPair<Row>[])[],
  clusters: Clusters,
): RelativeDrop[] {
  const asked = new Map<Row, { right: number; times: number }>()
  for (const [row, spoilt] of passes.flat()) {
    const question = getOrMake(asked, row, () => ({ right: 0, times: 0 }))
    question.right += Number(spoilt.verdict === 'correct')
    question.times++
  }
  const voxels = new VoxelMap(place => ({
    place,
    n: 0,
    sums: new Map<number, { clean: number; spoilt: number }>(),
  }))
  for (const [row, { right, times }] of asked) {
    const voxel = voxels.at(row)
    const sum = getOrMake(voxel.sums, clusters.of(row), () => ({ clean: 0, spoilt: 0 }))
    voxel.n++
    sum.clean += Number(row.verdict === 'correct')
    sum.spoilt += right / times
  }
  return voxels.values().flatMap(({ place, n, sums }) => {
    const all = [...sums.values()]
    const clean = all.reduce((sum, one) => sum + one.clean, 0)
    const spoilt = all.reduce((sum, one) => sum + one.spoilt, 0)
    if (clean === 0) return []
    const kept = clusteredRatio({
      numerator: all.map(one => one.spoilt),
      denominator: all.map(one => one.clean),
    })
    const interval = kept && { low: 1 - kept.high, high: 1 - kept.low }
    return [
      {
        ...place,
        ...{
          n,
          clusters: all.length,
          clean: clean / n,
          spoilt: spoilt / n,
          drop: 1 - spoilt / clean,
          interval,
        },
      },
    ]
  })
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
