/** Groups of models whose accuracies are not found different. */
import { chiSquaredTail, tieGroups, tieLetter } from '@voxelwise/statistics'
import { holmOfPairs } from './copies.ts'
import { type Comparable, PairedAnswers, PairedRuns } from './paired-differences.ts'

/** With fewer than this, a difference is read directly. */
export const minTied = 3

/** Pairs below this adjusted p-value are different. */
const tieLevel = 0.05

export interface Ties {
  /** The letters of each model, in order: it shares one with every model that it is not found different from. */
  readonly letters: readonly string[]
  /** Compared pairs of different models; their p-values are adjusted together (Holm). */
  readonly pairs: number
}

/**
 * Ties of a published table: counts are rebuilt from share and n, and two models are compared by the pooled χ² test.
 * The table has no answer of a single question, so questions that models or images share are not considered.
 */
export function publishedTies(shares: readonly number[], n: number): Ties {
  const alone = shares.map((_, at) => at)
  return findTies(shares, alone, (a, b) => {
    const right = (model: number): number => Math.round((shares[model] ?? 0) * n)
    const [first, second] = [right(a), right(b)]
    const pooled = (first + second) / (2 * n)
    const variance = 2 * n * pooled * (1 - pooled)
    return { n, p: variance === 0 ? 1 : chiSquaredTail((first - second) ** 2 / variance) }
  })
}

/**
 * Ties of runs by the sign-flip test over clusters, on the samples that each two of them answered.
 * @param standsFor of each run, the place of the run as which it counts
 */
export function runTies<Row extends Comparable>(
  runs: readonly (readonly Row[])[],
  shares: readonly number[],
  standsFor: readonly number[],
): Ties {
  return findTies(shares, standsFor, (a, b) => {
    const pairs = new PairedRuns(runs[a] ?? [], runs[b] ?? [])
    return new PairedAnswers(pairs, pairs.clusters).overall()
  })
}

/** @param testPair two models by their places */
export function findTies(
  shares: readonly number[],
  standsFor: readonly number[],
  testPair: (a: number, b: number) => { readonly p: number; readonly n: number },
): Ties {
  // Letters follow the order of the accuracies: "a" is of the best.
  const order = shares.map((_, at) => at).sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0) || a - b)
  const pairs = order.flatMap((a, i) => order.slice(i + 1).map(b => [a, b] as const))
  const tests = pairs.map(pair => {
    const { p, n } = testPair(...pair)
    return { pair, p, n }
  })
  const { adjusted, distinct } = holmOfPairs(tests, standsFor)
  const isDifferent = (_: unknown, at: number) => (adjusted[at] ?? 1) < tieLevel
  const different = new Set(pairs.filter(isDifferent).map(([a, b]) => `${a} ${b}`))
  const groups = tieGroups(order.length, (i, j) => different.has(`${order[i]} ${order[j]}`))
  const letters = new Array<string>(shares.length).fill('')
  for (const [place, at] of order.entries()) letters[at] = (groups[place] ?? []).map(tieLetter).join('')
  return { letters, pairs: distinct }
}
