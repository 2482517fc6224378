/** Runs side by side, on the samples that they share. */

import { groupBy } from '../base/grouping.ts'
import { type Axis, axes } from '../protocol/axes.ts'
import { holm } from '../statistics/holm.ts'
import { mcnemar, type PairedDifference, type PairedTable, pairedDifference } from '../statistics/mcnemar.ts'
import type { Countable } from './report.ts'

/** What a row must tell to find its like in another run. */
export interface Comparable extends Countable {
  readonly question: string
}

/** One sample with its row in every run, in the order of the runs. */
export type Matched<Row> = readonly Row[]

export interface Matching<Row> {
  /** Samples that every run asked, in the first run's order. */
  readonly matched: readonly Matched<Row>[]
  /** Per run, the rows that at least one other run does not have. */
  readonly unmatched: readonly (readonly Row[])[]
}

/**
 * Finds each sample of the first run in the others: by id, question and image, then, since a folder may go by
 * another name elsewhere, by id, question and the image's file name. Samples that are told apart by neither are
 * taken in order of occurrence.
 */
export function matchRuns<Row extends Comparable>(runs: readonly (readonly Row[])[]): Matching<Row> {
  const [first = [], ...others] = runs
  const found = others.map(other => partners(first, other))
  const matched: Matched<Row>[] = []
  for (let i = 0; i < first.length; i++) {
    // As long as it will be: an array that grows has room for many more.
    const sample = new Array<Row>(runs.length).fill(first[i] as Row)
    let isInAll = true
    for (let run = 0; run < found.length && isInAll; run++) {
      const partner = found[run]?.[i] ?? null
      if (partner) sample[run + 1] = partner
      else isInAll = false
    }
    if (isInAll) matched.push(sample)
  }
  const unmatched = runs.map((rows, run) => {
    // Each row has one partner at most.
    if (rows.length === matched.length) return []
    const taken = new Set(matched.map(sample => sample[run]))
    return rows.filter(row => !taken.has(row))
  })
  return { matched, unmatched }
}

/** For every row of the first run the one of the other, or null. */
function partners<Row extends Comparable>(first: readonly Row[], other: readonly Row[]): (Row | null)[] {
  const found = new Array<Row | null>(first.length).fill(null)
  const begin = commonBeginning(first, other)
  for (let i = 0; i < begin; i++) found[i] = other[i] as Row
  let left = other.slice(begin)
  for (const keyOf of [exactKey, fileKey]) {
    if (left.length === 0) break
    const waiting = groupBy(left, keyOf)
    const next = new Map<string, number>()
    for (let i = begin; i < first.length; i++) {
      const row = first[i] as Row
      if (found[i]) continue
      const key = keyOf(row)
      const at = next.get(key) ?? 0
      const partner = waiting.get(key)?.[at]
      if (!partner) continue
      next.set(key, at + 1)
      found[i] = partner
    }
    const taken = new Set(found)
    left = left.filter(row => !taken.has(row))
  }
  return found
}

/**
 * How many samples two runs begin with that are the same one by one. Mostly that is all of them, and needs no keys; by order
 * of occurrence they are partners too, as each sample has occurred as often in the one as in the other.
 */
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

/** Two runs on one group of samples. */
export interface Comparison extends PairedDifference {
  readonly n: number
  readonly table: PairedTable
  readonly first: number
  readonly second: number
  /** McNemar's exact p-value. */
  readonly p: number
}

/** A comparison that is one of several, its p-value adjusted for their number (Holm). */
export interface AdjustedComparison extends Comparison {
  readonly adjusted: number
}

export interface SliceComparison extends AdjustedComparison {
  readonly label: string
}

export interface VoxelComparison extends AdjustedComparison, Readonly<Record<Axis, string>> {}

export type AnswerPair<Row> = readonly [Row, Row]

/** The rows of two of the matched runs where both have an answer; failed records are none. */
export function answeredPairs<Row extends Countable>(
  matched: readonly Matched<Row>[],
  first: number,
  second: number,
): AnswerPair<Row>[] {
  const pairs: AnswerPair<Row>[] = []
  for (const rows of matched) {
    const a = rows[first]
    const b = rows[second]
    if (!a || !b || a.verdict === 'failed' || b.verdict === 'failed') continue
    pairs.push(isPair(rows, a, b) ? rows : [a, b])
  }
  return pairs
}

/** Of a million samples a second array each would take as much again. */
const isPair = <Row>(rows: readonly Row[], a: Row, b: Row): rows is AnswerPair<Row> =>
  rows.length === 2 && rows[0] === a && rows[1] === b

export function pairedTable<Row extends Countable>(pairs: readonly AnswerPair<Row>[]): PairedTable {
  const table = { bothRight: 0, onlyFirst: 0, onlySecond: 0, bothWrong: 0 }
  for (const [first, second] of pairs) {
    if (first.verdict === 'correct') table[second.verdict === 'correct' ? 'bothRight' : 'onlyFirst']++
    else table[second.verdict === 'correct' ? 'onlySecond' : 'bothWrong']++
  }
  return table
}

export function compare<Row extends Countable>(pairs: readonly AnswerPair<Row>[]): Comparison {
  const table = pairedTable(pairs)
  const n = pairs.length
  const share = (right: number) => (n === 0 ? 0 : right / n)
  return {
    n,
    table,
    first: share(table.bothRight + table.onlyFirst),
    second: share(table.bothRight + table.onlySecond),
    p: mcnemar(table),
    ...pairedDifference(table),
  }
}

/** Every label of one axis; the p-values of an axis are adjusted together. Labels are the first run's. */
export function compareSlices<Row extends Countable>(
  pairs: readonly AnswerPair<Row>[],
  axis: Axis | 'dataset',
): SliceComparison[] {
  return adjusted(
    Array.from(
      groupBy(pairs, ([row]) => row[axis]),
      ([label, group]) => ({ label, ...compare(group) }),
    ),
  )
}

/** Every voxel; all p-values are adjusted together. */
export function compareVoxels<Row extends Countable>(pairs: readonly AnswerPair<Row>[]): VoxelComparison[] {
  const groups = groupBy(pairs, ([row]) => JSON.stringify(axes.map(axis => row[axis])))
  return adjusted(
    [...groups.values()].flatMap(group => {
      const row = group[0]?.[0]
      if (!row) return []
      const { task, modality, parts } = row
      return [{ task, modality, parts, ...compare(group) }]
    }),
  )
}

function adjusted<T extends Comparison>(comparisons: readonly T[]): (T & AdjustedComparison)[] {
  const pValues = holm(comparisons.map(({ p }) => p))
  return comparisons.map((comparison, i) => ({ ...comparison, adjusted: pValues[i] ?? 1 }))
}

export interface ChangedVerdict<Row> {
  readonly first: Row
  readonly second: Row
  readonly change: 'gained' | 'lost'
}

/** The samples that only one of the two runs has right. */
export function changedVerdicts<Row extends Countable>(
  pairs: readonly AnswerPair<Row>[],
): ChangedVerdict<Row>[] {
  return pairs
    .filter(([first, second]) => first.verdict !== second.verdict)
    .map(([first, second]) => ({ first, second, change: second.verdict === 'correct' ? 'gained' : 'lost' }))
}
