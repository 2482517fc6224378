/** Runs side by side, on the samples that they share. */

import {
  holm,
  includesZero,
  type PairedShares,
  pairedShares,
  pooledIcc,
  type ShareDifference,
} from '@voxelwise/statistics'
import { getOrMake, groupBy, mapValues } from '../base/grouping.ts'
import type { Axis } from '../protocol/sample.ts'
import { VoxelMap } from '../protocol/voxel-map.ts'
import { type Clusters, findClusters, type Unit } from './clusters.ts'
import type { ResultRow } from './result-row.ts'
import type { Countable } from './shares.ts'

/** The fields of a row that identify its counterpart in another run, and what is counted. */
export type Comparable = Countable & Pick<ResultRow, 'question' | 'isCut' | 'isUnparsed'>

/**
 * Finds each sample of the first run in the others: by id, question and image; or, since a folder may have another name
 * elsewhere, by id, question and the image's file name. Samples with equal keys are paired in order of occurrence.
 * @returns of each sample that every run asked its row in every run, in the first run's order
 */
export function matchRuns<Row extends Comparable>(runs: readonly (readonly Row[])[]): (readonly Row[])[] {
  const [first = [], ...others] = runs
  const partnersByRun = others.map(other => partners(first, other))
  const matched: (readonly Row[])[] = []
  for (let i = 0; i < first.length; i++) {
    // As long as it will be: an array that grows has room for many more.
    const sample = new Array<Row>(runs.length).fill(first[i] as Row)
    let isInAll = true
    for (let run = 0; run < partnersByRun.length && isInAll; run++) {
      const partner = partnersByRun[run]?.[i] ?? null
      if (partner) sample[run + 1] = partner
      else isInAll = false
    }
    if (isInAll) matched.push(sample)
  }
  return matched
}

/** For every row of the first run the one of the other, or null. */
function partners<Row extends Comparable>(first: readonly Row[], other: readonly Row[]): (Row | null)[] {
  const matches = new Array<Row | null>(first.length).fill(null)
  const begin = commonBeginning(first, other)
  for (let i = 0; i < begin; i++) matches[i] = other[i] as Row
  let left = other.slice(begin)
  for (const questionKey of [exactKey, fileKey]) {
    if (left.length === 0) break
    // The last of a group is the first that occurs.
    const waiting = groupBy(left.toReversed(), questionKey)
    for (let i = begin; i < first.length; i++)
      matches[i] ??= waiting.get(questionKey(first[i] as Row))?.pop() ?? null
    const taken = new Set(matches)
    left = left.filter(row => !taken.has(row))
  }
  return matches
}

/** Length of the common beginning: mostly all of a run, which saves making keys. Pairing by order of occurrence gives the same. */
function commonBeginning<Row extends Comparable>(first: readonly Row[], other: readonly Row[]): number {
  const most = Math.min(first.length, other.length)
  for (let i = 0; i < most; i++) {
    const a = first[i] as Row
    const b = other[i] as Row
    if (a.id !== b.id || a.question !== b.question || a.image !== b.image) return i
  }
  return most
}

const exactKey = ({ id, question, image }: Comparable) => JSON.stringify([id, question, image])

const fileKey = ({ id, question, image }: Comparable) =>
  JSON.stringify([id, question, image === null ? null : image.slice(image.lastIndexOf('/') + 1)])

/** Samples by what two runs made of them. */
export type PairedTable = Readonly<Record<'bothRight' | 'onlyFirst' | 'onlySecond' | 'bothWrong', number>>

/** Two runs on one group of samples. */
export interface Comparison extends ShareDifference, Pick<PairedShares, 'obuchowski' | 'durkalski'> {
  readonly n: number
  readonly clusters: number
  readonly unit: Unit
  readonly table: PairedTable
  readonly first: number
  readonly second: number
  /** p-value of the exact sign-flip test over clusters. */
  readonly p: number
}

/** A comparison that is one of several, its p-value adjusted for their number (Holm). */
export interface AdjustedComparison extends Comparison {
  readonly adjusted: number
}

/** p-values below this count as a difference. */
export const alpha = 0.05

/** Whether a difference is found. The p-value of the test decides, also where the interval says otherwise. */
export const isFound = ({ adjusted }: Pick<AdjustedComparison, 'adjusted'>): boolean => adjusted < alpha

/** Whether the interval excludes 0 without a difference that is found, or the reverse. */
export const isDisputed = (of: Pick<AdjustedComparison, 'adjusted' | 'low' | 'high'>): boolean =>
  isFound(of) === includesZero(of)

export interface SliceComparison extends AdjustedComparison {
  readonly label: string
}

export interface VoxelComparison extends AdjustedComparison, Readonly<Record<Axis, string>> {}

export type AnswerPair<Row> = readonly [Row, Row]

/** Two runs on the samples that both asked. */
export class PairedRuns<Row extends Comparable> implements Iterable<AnswerPair<Row>> {
  /** Samples that both asked, that only the first did, and only the second. */
  readonly shared: number
  readonly onlyFirst: number
  readonly onlySecond: number
  /** Clusters of the first run's rows. */
  readonly clusters: Clusters
  readonly #first: readonly Row[]
  readonly #partners: readonly (Row | null)[]

  constructor(first: readonly Row[], second: readonly Row[]) {
    this.#first = first
    this.clusters = findClusters(first)
    this.#partners = partners(first, second)
    this.shared = this.#partners.reduce((sum, partner) => (partner ? sum + 1 : sum), 0)
    // Each row has one partner at most.
    this.onlyFirst = first.length - this.shared
    this.onlySecond = second.length - this.shared
  }

  /** The rows answered in both runs, in the first run's order; failed ones are left out. A generator: there may be a million. */
  *[Symbol.iterator](): Generator<AnswerPair<Row>> {
    for (let i = 0; i < this.#first.length; i++) {
      const row = this.#first[i] as Row
      const partner = this.#partners[i]
      if (partner && row.verdict !== 'failed' && partner.verdict !== 'failed') yield [row, partner]
    }
  }
}

/** The verdicts of a slice, whole and by cluster. */
class PairCount {
  readonly table = { bothRight: 0, onlyFirst: 0, onlySecond: 0, bothWrong: 0 }
  readonly #clusters = new Map<number, { first: number; second: number; total: number }>()

  add(cluster: number, first: number, second: number): void {
    const counts = getOrMake(this.#clusters, cluster, () => ({ first: 0, second: 0, total: 0 }))
    counts.first += first
    counts.second += second
    counts.total++
    if (first) this.table[second ? 'bothRight' : 'onlyFirst']++
    else this.table[second ? 'onlySecond' : 'bothWrong']++
  }

  comparison(icc: number, unit: Unit): Comparison {
    const counts = [...this.#clusters.values()]
    const [first, second, total] = (['first', 'second', 'total'] as const).map(name =>
      Float64Array.from(counts, of => of[name]),
    ) as [Float64Array, Float64Array, Float64Array]
    const paired = pairedShares({ first, second, total }, icc)
    const { difference, low, high, p, obuchowski, durkalski } = paired
    return {
      ...{ n: paired.first.n, clusters: counts.length, unit, table: this.table },
      ...{ first: paired.first.share, second: paired.second.share, p, difference, low, high },
      ...{ obuchowski, durkalski },
    }
  }
}

const newCount = () => new PairCount()
const isRight = ({ verdict }: Countable): number => Number(verdict === 'correct')

/** Answer pairs with the clusters of the first run: what comparisons of slices share. */
export class PairedAnswers<Row extends Countable> {
  readonly pairs: Iterable<AnswerPair<Row>>
  readonly #clusters: Clusters
  /** The mean of both runs' pooled correlations on these pairs. */
  readonly #icc: number

  constructor(pairs: Iterable<AnswerPair<Row>>, clusters: Clusters) {
    this.pairs = pairs
    this.#clusters = clusters
    const numbers: number[] = []
    const tasks: number[] = []
    const verdicts: [number[], number[]] = [[], []]
    const known = new Map<string, number>()
    for (const [first, second] of pairs) {
      numbers.push(clusters.of(first))
      tasks.push(getOrMake(known, first.task, () => known.size))
      verdicts[0].push(isRight(first))
      verdicts[1].push(isRight(second))
    }
    const [a, b] = verdicts.map(values => pooledIcc({ clusters: numbers, tasks, values })) as [number, number]
    this.#icc = (a + b) / 2
  }

  overall(): Comparison {
    return this.by(() => '').get('') ?? this.#comparison(newCount())
  }

  /** By each label of the first run's rows. */
  by<Label>(toLabel: (row: Row) => Label): Map<Label, Comparison> {
    const counts = new Map<Label, PairCount>()
    for (const [first, second] of this.pairs) {
      const count = getOrMake(counts, toLabel(first), newCount)
      count.add(this.#clusters.of(first), isRight(first), isRight(second))
    }
    return mapValues(counts, count => this.#comparison(count))
  }

  #comparison(count: PairCount): Comparison {
    return count.comparison(this.#icc, this.#clusters.unit)
  }
}

/** Every label; the p-values are adjusted together. Labels are the first run's. */
export const compareSlices = <Row extends Countable>(
  answers: PairedAnswers<Row>,
  toLabel: (row: Row) => string,
): SliceComparison[] =>
  adjusted(Array.from(answers.by(toLabel), ([label, comparison]) => ({ label, ...comparison })))

/** Every voxel; all p-values are adjusted together. */
export function compareVoxels<Row extends Countable>(answers: PairedAnswers<Row>): VoxelComparison[] {
  const places = new VoxelMap(place => place)
  const comparisons = answers.by(row => places.at(row))
  return adjusted(Array.from(comparisons, ([place, comparison]) => ({ ...place, ...comparison })))
}

/** A column of the cube: all tasks together. */
export type CubeColumn = Readonly<Record<Exclude<Axis, 'task'>, string>>

/** The column of each row: the same object for all of one. */
export function cubeColumns<Row extends CubeColumn>(): (row: Row) => CubeColumn {
  const columns = new VoxelMap(({ modality, parts }) => ({ modality, parts }))
  return ({ modality, parts }) => columns.at({ task: '', modality, parts })
}

function adjusted<T extends Comparison>(comparisons: readonly T[]): (T & AdjustedComparison)[] {
  const pValues = holm(comparisons.map(({ p }) => p))
  return comparisons.map((comparison, i) => ({ ...comparison, adjusted: pValues[i] ?? 1 }))
}

/** The samples that only one of the two runs has right, as seen from the first. */
export const changedVerdicts = <Row extends Countable>(pairs: Iterable<AnswerPair<Row>>) =>
  Array.from(pairs)
    .filter(([first, second]) => first.verdict !== second.verdict)
    .map(([first, second]) => {
      const change = second.verdict === 'correct' ? ('gained' as const) : ('lost' as const)
      return { first, second, change }
    })
