/** Runs with equal answers, such as a run and its copy: they count as one wherever several runs are tested together. */
import { holm } from '@voxelwise/statistics'
import { type Comparable, PairedRuns } from './paired-differences.ts'

/** A run whose answers equal those of another; both by their places among the runs, from 0. */
export interface Copy {
  readonly run: number
  /** The run as which it counts: never a copy itself. */
  readonly of: number
  /** Questions that both answered. */
  readonly shared: number
}

/**
 * The same answer must have been read on every question that both answered, and these must be at least half of the smaller run's
 * answers. Of a group of equal runs, the one with the most answers stands for all, the first of several such.
 * @returns by the places of the runs
 */
export function copiesAmong(runs: readonly (readonly Comparable[])[]): readonly Copy[] {
  const answers = runs.map(rows => rows.filter(({ verdict }) => verdict !== 'failed').length)
  const order = runs.map((_, at) => at).sort((a, b) => (answers[b] ?? 0) - (answers[a] ?? 0) || a - b)
  const distinct: number[] = []
  const copies: Copy[] = []
  for (const run of order) {
    const copy = findCopy(run, distinct)
    if (copy) copies.push(copy)
    else distinct.push(run)
  }
  return copies.sort((a, b) => a.run - b.run)

  function findCopy(run: number, others: readonly number[]): Copy | null {
    for (const other of others) {
      const shared = equalAnswers(runs[other] ?? [], runs[run] ?? [])
      if (shared > 0 && 2 * shared >= (answers[run] ?? 0)) return { run, of: other, shared }
    }
    return null
  }
}

/** How many questions both answered, if the same was read on all of them and is known; otherwise 0. */
function equalAnswers(first: readonly Comparable[], second: readonly Comparable[]): number {
  let [shared, read] = [0, 0]
  for (const [a, b] of new PairedRuns(first, second)) {
    if (a.verdict !== b.verdict || a.given !== b.given || a.isUnparsed !== b.isUnparsed) return 0
    shared++
    if (a.isUnparsed) continue
    if (!isKept(a.given)) return 0
    read++
  }
  return read > 0 ? shared : 0
}

/** Whether a row keeps something to compare: it keeps neither letter nor text of a long answer. */
const isKept = (given: string | undefined): boolean => given !== undefined && given !== '\t'

/** The place of the run as which each run counts: its own unless it is a copy. */
export function standingFor(runs: number, copies: readonly Copy[]): readonly number[] {
  const originals = new Map(copies.map(copy => [copy.run, copy.of]))
  return Array.from({ length: runs }, (_, at) => originals.get(at) ?? at)
}

/** A test of two runs, by their places. */
interface PairTest {
  readonly pair: readonly [number, number]
  readonly p: number
  /** Questions that it rests on. */
  readonly n: number
}

/**
 * p-values adjusted by Holm's method, where pairs of the same two runs, copies included, count once: the test on the most questions
 * stands for all of them. None is below its own p. A run and its copy are no test.
 * @param standsFor of `standingFor`
 */
export function holmOfPairs(tests: readonly PairTest[], standsFor: readonly number[]) {
  const keys = tests.map(({ pair }) => pairKey(pair.map(run => standsFor[run] ?? run)))
  const largest = new Map<string, PairTest>()
  for (const [at, test] of tests.entries()) {
    const key = keys[at] ?? null
    if (key !== null && test.n > (largest.get(key)?.n ?? -1)) largest.set(key, test)
  }
  const adjusted = holm(Array.from(largest.values(), ({ p }) => p))
  const byKey = new Map(Array.from(largest.keys(), (key, at) => [key, adjusted[at] ?? 1]))
  return {
    adjusted: tests.map(({ p }, at) => Math.max(p, byKey.get(keys[at] ?? '') ?? 1)),
    /** How many tests were adjusted together. */
    distinct: largest.size,
  }
}

/** Null for two runs that count as one. */
function pairKey(runs: readonly number[]): string | null {
  const [a = 0, b = 0] = runs.toSorted((x, y) => x - y)
  return a === b ? null : `${a} ${b}`
}
