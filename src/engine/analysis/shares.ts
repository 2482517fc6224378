/** Shares of a run's answers, whole and by any label, each with its clustered interval. */

import type { Json } from '@voxelwise/python'
import {
  type ClusteredShare,
  ClusterTally,
  clusteredMean,
  type Interval,
  type MeanWithDeviations,
  pooledIcc,
  restDifference,
  type SliceDifference,
  sliceDifference,
  type TwoWayShare,
  twoWayShare,
} from '@voxelwise/statistics'
import { getOrMake, mapValues } from '../base/grouping.ts'
import { Chance } from '../protocol/chance.ts'
import { AnswerHabits, type Answering, type Constant, type ConstantLetter } from './answer-habits.ts'
import type { Clusterable, Clusters, Unit } from './clusters.ts'
import type { ResultRow } from './result-row.ts'

/** A slice by the names of its fields; null for a missing value. All questions for an empty one. */
export type SliceKey = Readonly<Record<string, Json>>

/** What of a row is counted. */
export type Countable = Clusterable &
  Answering &
  Pick<ResultRow, 'id' | 'task' | 'modality' | 'parts' | 'chance'> &
  Partial<Pick<ResultRow, 'question'>>

/** What an interval rests on. */
export interface Basis extends Pick<ClusteredShare, 'clusters' | 'designEffect' | 'effectiveN'> {
  readonly unit: Unit
}

/** A share with everything shown next to it. */
export interface Estimate extends Interval {
  readonly n: number
  readonly correct: number
  readonly share: number
  /** What guessing would give, where it is known of every question. */
  readonly chance: number | null
  /** What the most frequent right answer of each task and kind of question would score; absent where not known. */
  readonly majority?: number
  /** The answer that `majority` gives to all of its questions: a text or a letter; absent where it is not one and the same. */
  readonly usual?: string
  /** The letter that is right most often in the whole run, given to all of the questions; absent without letters. */
  readonly letter?: ConstantLetter
  /** The one answer that all of the questions have in common; absent where there is none. */
  readonly constant?: Constant
  /** Null during a run: then there is no interval, and `low` and `high` are 0 and 1. */
  readonly basis: Basis | null
  /** For a part of a benchmark: the interval is for all of its questions. */
  readonly part?: Pick<PartEstimate, 'of' | 'isDrawn' | 'isFixed' | 'isSelection'>
  /** For a part of a benchmark: how much similar questions may differ. */
  readonly similar?: Interval
}

/** Half the width of an interval that is not shown: too little is known. */
const widestShown = 0.2

/** Whether an estimate for a whole benchmark rests on too few answers to be shown. */
export const isTooFew = ({ part, low, high }: Pick<Estimate, 'part' | 'low' | 'high'>): boolean =>
  part?.isDrawn === true && isTooWide({ low, high })

/** Whether an interval is too wide to be shown during a run. */
export const isTooWide = ({ low, high }: Interval): boolean => high - low > 2 * widestShown

/** An interval for the accuracy on all questions of the benchmark that belong to something, asked or not. */
export interface PartEstimate extends Interval {
  /** How many questions these are. */
  readonly of: number
  /** Whether the order was drawn; where not, the interval is what the open questions leave possible, and no more is known. */
  readonly isDrawn: boolean
  /** Present where the number of questions was set in advance and reached: an interval of a single look. */
  readonly isFixed?: true
  /** Present where the questions are a selection of the data set. */
  readonly isSelection?: true
}

/** A share as it is shown: a rate with an interval of its own kind has no basis. */
export type ShownShare = Omit<Estimate, 'basis'> & { readonly basis?: Basis | null }

/** Whether there is no interval. */
export const isBare = ({ basis, part }: Pick<ShownShare, 'basis' | 'part'>): boolean =>
  basis === null && !part

/** What an accuracy must exceed: guessing, and the most frequent right answer; null where neither is known. */
export const findBaseline = ({ chance, majority }: Pick<Estimate, 'chance' | 'majority'>): number | null =>
  majority === undefined ? chance : Math.max(chance ?? 0, majority)

/** Above guessing and the most frequent answer 1, below guessing −1; 0 where the interval shows neither, or they are not known. */
export function sideOfGuessing(estimate: Pick<Estimate, 'low' | 'high' | 'chance' | 'majority'>): -1 | 0 | 1 {
  const baseline = findBaseline(estimate)
  if (baseline === null) return 0
  if (estimate.low > baseline) return 1
  return estimate.chance !== null && estimate.high < estimate.chance ? -1 : 0
}

/** The figure alone, where nothing may be compared with it. */
export const withoutBaselines = ({
  majority: _,
  usual: __,
  letter: ___,
  ...estimate
}: Estimate): Estimate => ({
  ...estimate,
  chance: null,
})

/** A share whose clusters are not known, as during a run. */
export function bareShare(n: number, correct: number, chance: number | null = null): Estimate {
  return { n, correct, share: n === 0 ? 0 : correct / n, low: 0, high: 1, chance, basis: null }
}

export type ShareMethod = 'korn-graubard' | 'sequence' | 'stratified' | 'open'

/** How an interval was made; null where there is none. */
export function intervalMethod({ basis, part }: Pick<Estimate, 'basis' | 'part'>): ShareMethod | null {
  if (part?.isFixed) return 'stratified'
  if (part) return part.isDrawn ? 'sequence' : 'open'
  return basis && 'korn-graubard'
}

/** One answered question of a quantity. */
export interface Entry<Row> {
  readonly row: Row
  /** From 0 to 1: mostly 0 or 1. */
  readonly value: number
  readonly chance: number | null
  /** How much of the question counts, if not all: the answered part of its passes. */
  readonly weight?: number
  /** The run's own row, which tells the cluster, where `row` is a pass's. */
  readonly member?: Countable
}

class Slice {
  readonly tally = new ClusterTally()
  readonly chance = new Chance()
  readonly majority = new Chance()
  readonly places: number[] = []
  n = 0
  right = 0

  add(cluster: number, value: number, weight: number, chance: number | null): void {
    this.tally.add(cluster, value, weight)
    this.n++
    this.right += value * weight
    this.chance.add(chance)
  }
}

/** A quantity of a run: a value from 0 to 1 of each of its answered questions. */
export class Shares<Row extends Countable> {
  /** The intraclass correlation of this quantity, pooled over tasks. */
  readonly icc: number
  readonly unit: Unit
  readonly #rows: Row[] = []
  readonly #chances: (number | null)[] = []
  readonly #clusters: Int32Array
  readonly #tasks: Int32Array
  readonly #values: Float64Array
  readonly #weights: Float64Array | null
  readonly #habits: AnswerHabits | null

  /** @param isOfAnswers whether a value is whether the row's answer is right: then its most frequent answer is known */
  constructor(entries: Iterable<Entry<Row>>, clusters: Clusters, isOfAnswers = false) {
    const values: number[] = []
    const weights: number[] = []
    let isWeighted = false
    const members: Countable[] = []
    for (const { row, value, chance, weight = 1, member = row } of entries) {
      this.#rows.push(row)
      members.push(member)
      values.push(value)
      weights.push(weight)
      this.#chances.push(chance)
      if (weight !== 1) isWeighted = true
    }
    this.#values = Float64Array.from(values)
    this.#weights = isWeighted ? Float64Array.from(weights) : null
    this.#clusters = Int32Array.from(members, row => clusters.of(row))
    this.#tasks = numbered(this.#rows.map(({ task }) => task))
    this.icc = pooledIcc({ clusters: this.#clusters, tasks: this.#tasks, values: this.#values })
    this.unit = clusters.unit
    const hasAnswers = isOfAnswers && this.#rows.some(({ right }) => right !== undefined)
    this.#habits = hasAnswers ? new AnswerHabits(this.#rows) : null
  }

  whole(): Estimate {
    return this.where(() => true)
  }

  /** The share of the rows that belong to a slice. */
  where(isIn: (row: Row) => boolean): Estimate {
    return this.#figure(this.#slice(isIn))
  }

  /** The share of each label's rows, in the order of first mention; null puts a row nowhere. */
  by<Label>(toLabel: (row: Row) => Label | null): Map<Label, Estimate> {
    return mapValues(this.#slicesBy(toLabel), slice => this.#figure(slice))
  }

  /** The second slice minus the first. */
  difference(isFirst: (row: Row) => boolean, isSecond: (row: Row) => boolean): SliceDifference {
    return sliceDifference(this.#slice(isFirst).tally, this.#slice(isSecond).tally, this.icc)
  }

  /** Each label's rows minus all others, in the order of first mention; null where there are no others. */
  differencesFromRest<Label>(toLabel: (row: Row) => Label): Map<Label, SliceDifference | null> {
    const whole = this.#slice(() => true).tally
    const sums = whole.sums()
    return mapValues(this.#slicesBy(toLabel), ({ tally, n }) =>
      n === this.#rows.length ? null : restDifference(whole, sums, tally, this.icc),
    )
  }

  /** The mean over parts that count alike, of the rows that belong to a slice. */
  meanOver<Part>(toPart: (row: Row) => Part, isIn: (row: Row) => boolean = () => true): MeanWithDeviations {
    const places = this.#rows.flatMap((row, i) => (isIn(row) ? [i] : []))
    const picked = (numbers: ArrayLike<number>) => places.map(i => numbers[i] as number)
    const parts = numbered(places.map(i => toPart(this.#rows[i] as Row)))
    return clusteredMean(
      {
        clusters: picked(this.#clusters),
        tasks: numbered(picked(this.#tasks)),
        values: picked(this.#values),
      },
      parts,
    )
  }

  /** The share of a slice's rows for other images and other texts of questions; null where no text repeats. */
  twoWay(isIn: (row: Row) => boolean = () => true): TwoWayShare | null {
    const places = this.#rows.flatMap((row, i) => (isIn(row) ? [i] : []))
    return twoWayShare({
      images: places.map(i => this.#clusters[i] as number),
      // A row without a text has one of its own.
      texts: numbered(places.map(i => this.#rows[i]?.question?.trim() ?? i)),
      values: places.map(i => this.#values[i] as number),
    })
  }

  #slicesBy<Label>(toLabel: (row: Row) => Label | null): Map<Label, Slice> {
    const slices = new Map<Label, Slice>()
    for (const [i, row] of this.#rows.entries()) {
      const label = toLabel(row)
      if (label !== null) this.#add(getOrMake(slices, label, newSlice), i)
    }
    return slices
  }

  #slice(isIn: (row: Row) => boolean): Slice {
    const slice = newSlice()
    for (const [i, row] of this.#rows.entries()) if (isIn(row)) this.#add(slice, i)
    return slice
  }

  #add(slice: Slice, i: number): void {
    const weight = this.#weights?.[i] ?? 1
    const chance = this.#chances[i] ?? null
    slice.add(this.#clusters[i] as number, this.#values[i] as number, weight, chance)
    if (!this.#habits) return
    slice.majority.add(this.#habits.majorityAt(i) ?? chance)
    slice.places.push(i)
  }

  #figure({ tally, n, right, chance, majority, places }: Slice): Estimate {
    const clustered = tally.share(this.icc)
    const { share, low, high, clusters, designEffect, effectiveN } = clustered
    const basis = { clusters, unit: this.unit, designEffect, effectiveN }
    const mean = majority.mean()
    const usual = this.#habits?.usualAnswer(places) ?? null
    const constant = this.#habits?.commonAnswer(places) ?? null
    const letter = this.#habits?.constantLetter(places) ?? null
    return {
      ...{ n, correct: right, share, low, high, chance: chance.mean(), basis },
      ...(mean !== null && { majority: mean }),
      ...(mean !== null && usual !== null && { usual }),
      ...(letter !== null && { letter }),
      ...(constant !== null && { constant }),
    }
  }
}

export const noChance = (): null => null
export const chanceOfRow = ({ chance }: Countable): number | null => chance

/** A value of each item; null leaves the item out. */
export function measureShares<Item extends { readonly row: Countable; readonly member?: Countable }>(
  items: readonly Item[],
  clusters: Clusters,
  valueIn: (item: Item) => number | null,
  chance: (row: Countable) => number | null = noChance,
): Shares<Item['row']> {
  const entries = items.flatMap(item => {
    const value = valueIn(item)
    const { row, member } = item
    return value === null ? [] : [{ row, value, chance: chance(row), ...(member && { member }) }]
  })
  // What guessing gives to a row stands beside its accuracy only.
  return new Shares(entries, clusters, chance === chanceOfRow)
}

const newSlice = () => new Slice()

/** Labels as numbers from 0, in the order of first mention. */
function numbered<Label>(labels: readonly Label[]): Int32Array {
  const known = new Map<Label, number>()
  return Int32Array.from(labels, label => getOrMake(known, label, () => known.size))
}
