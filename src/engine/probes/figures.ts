/** The results of the probes per voxel. Every probe's pass is paired with the run it belongs to. */

import { type Interval, RatioTally } from '@voxelwise/statistics'
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
import {
  bareShare,
  type Countable,
  chanceOfRow,
  type Estimate,
  measureShares,
  type Shares,
} from '../analysis/shares.ts'
import { getOrMake, mapValues, recordFrom } from '../base/grouping.ts'
import type { Axis } from '../protocol/sample.ts'
import { VoxelMap } from '../protocol/voxel-map.ts'

/** With the image (first) and without it or with a wrong one (second). */
interface WithoutLooking {
  /** Accuracy without looking; an interval above chance gives a text shortcut away. */
  readonly blind: Estimate
  /** Share of the answers right with the image that are right without it too. */
  readonly kept: Estimate
}

export type BlindOverall = Comparison & WithoutLooking & { readonly seen: Estimate }
export type BlindVoxel = VoxelComparison & WithoutLooking & { readonly seen: Estimate }

export type BlindColumn = CubeColumn & Pick<WithoutLooking, 'blind'>

/** A pass without looking, paired with the run: every figure counts the same clusters. */
export class BlindAnswers {
  readonly #answers: PairedAnswers<Countable>
  readonly #seen: Shares<Countable>
  readonly #blind: Shares<Countable>
  readonly #kept: Shares<Countable>

  constructor(pairs: readonly AnswerPair<Countable>[], clusters: Clusters) {
    const items = pairs.map(([row, blind]) => ({ row, seen: isRight(row), blind: isRight(blind) }))
    const right = items.filter(({ seen }) => seen === 1)
    this.#answers = new PairedAnswers(pairs, clusters)
    // The answers of the pass, in the clusters of the run.
    const unseen = pairs.map(([row, blind]) => ({
      row: { ...row, given: blind.given },
      member: row,
      blind: isRight(blind),
    }))
    this.#seen = measureShares(items, clusters, ({ seen }) => seen, chanceOfRow)
    this.#blind = measureShares(unseen, clusters, ({ blind }) => blind, chanceOfRow)
    this.#kept = measureShares(right, clusters, ({ blind }) => blind)
  }

  overall(): BlindOverall {
    const [seen, blind] = [this.#seen.whole(), this.#blind.whole()]
    return { ...this.#answers.overall(), seen, blind, kept: this.#kept.whole() }
  }

  /** By task, in the order of first mention. */
  tasks(): Map<string, BlindOverall> {
    const toTask = ({ task }: Countable) => task
    const shares = this.#sharesBy(toTask)
    return mapValues(this.#answers.by(toTask), (comparison, task) => ({ ...comparison, ...shares(task) }))
  }

  voxels(): BlindVoxel[] {
    const places = new VoxelMap(place => place)
    const shares = this.#sharesBy(row => places.at(row))
    return compareVoxels(this.#answers).map(voxel => ({ ...voxel, ...shares(places.at(voxel)) }))
  }

  /** All tasks of a column together. */
  columns(): BlindColumn[] {
    const columnOfRow = cubeColumns<Countable>()
    return Array.from(this.#blind.by(columnOfRow), ([column, blind]) => ({ ...column, blind }))
  }

  #sharesBy<Label>(toLabel: (row: Countable) => Label) {
    const shares = { seen: this.#seen, blind: this.#blind, kept: this.#kept }
    const names = ['seen', 'blind', 'kept'] as const
    const known = recordFrom(names, name => shares[name].by(toLabel))
    return (label: Label) => recordFrom(names, name => known[name].get(label) ?? nothing)
  }
}

const isRight = ({ verdict }: Countable): number => Number(verdict === 'correct')
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
export function relativeDrops(
  passes: readonly (readonly AnswerPair<Countable>[])[],
  clusters: Clusters,
): RelativeDrop[] {
  const questions = new Map<Countable, { right: number; times: number }>()
  for (const [row, spoilt] of passes.flat()) {
    const question = getOrMake(questions, row, () => ({ right: 0, times: 0 }))
    question.right += Number(spoilt.verdict === 'correct')
    question.times++
  }
  const voxels = new VoxelMap(place => ({ place, n: 0, kept: new RatioTally() }))
  for (const [row, { right, times }] of questions) {
    const voxel = voxels.at(row)
    voxel.n++
    voxel.kept.add(clusters.of(row), right / times, Number(row.verdict === 'correct'))
  }
  return voxels.values().flatMap(({ place, n, kept }) => {
    const { clusters, numerator: spoilt, denominator: clean, interval } = kept.ratio()
    if (clean === 0) return []
    return [
      {
        ...{ ...place, n, clusters, clean: clean / n, spoilt: spoilt / n, drop: 1 - spoilt / clean },
        interval: interval && { low: 1 - interval.high, high: 1 - interval.low },
      },
    ]
  })
}
