/** How closely two figures go together over models: by their values, or by their order. */
import { isRounding } from './quantiles.ts'
import { incompleteBeta, mean } from './special.ts'
import { type Interval, normal975 } from './wilson.ts'

/** With fewer models than this, two voxels have no correlation. */
const minPairs = 3

/**
 * Pearson's r between every two columns, over the rows where both have a number (pairwise complete); null where
 * fewer than three rows have both or one side is constant. A column with any two unlike numbers has 1 with itself.
 * @param columns one list per voxel, all in the same order of models, null where a model was not asked
 */
export function correlationMatrix(columns: readonly (readonly (number | null)[])[]): (number | null)[][] {
  return columns.map((first, i) =>
    columns.map((second, j) => {
      const r = correlationOfComplete(first, second)
      return i === j && r !== null ? 1 : r
    }),
  )
}

function correlationOfComplete(
  first: readonly (number | null)[],
  second: readonly (number | null)[],
): number | null {
  const x: number[] = []
  const y: number[] = []
  for (const [row, a] of first.entries()) {
    const b = second[row] ?? null
    if (a === null || b === null) continue
    x.push(a)
    y.push(b)
  }
  return x.length < minPairs ? null : plainPearson(x, y)
}

export interface Correlation extends Interval {
  readonly n: number
  readonly r: number
  /** Two-sided, against no correlation. */
  readonly p: number
}

/**
 * Pearson's r with the p-value of Student's t on n - 2 degrees of freedom and Fisher's interval; null where it is
 * not defined: fewer than two pairs, or one side constant.
 * @throws RangeError if the lists differ in length
 */
export function pearson(x: readonly number[], y: readonly number[]): Correlation | null {
  const r = plainPearson(x, y)
  if (r === null) return null
  const n = x.length
  return { n, r, p: correlationPValue(r, n), ...fisherInterval(r, n) }
}

/** r alone, in two passes; null where it is not defined. */
function plainPearson(x: readonly number[], y: readonly number[]): number | null {
  if (x.length !== y.length) throw new RangeError(`${x.length} and ${y.length} numbers are no pairs`)
  if (x.length < 2 || isConstant(x) || isConstant(y)) return null
  const meanX = mean(x)
  const meanY = mean(y)
  let [xx, yy, xy] = [0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    const dx = (x[i] as number) - meanX
    const dy = (y[i] as number) - meanY
    xx += dx * dx
    yy += dy * dy
    xy += dx * dy
  }
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)))
}

/** But for rounding. */
const isConstant = (values: readonly number[]) =>
  values.every(value => isRounding((value - (values[0] ?? 0)) ** 2, value ** 2))

/**
 * The two-sided p-value of r over n pairs. P(|T| ≥ |t|) with t = r √(n-2) / √(1-r²) is I_{1-r²}((n-2)/2, 1/2)
 * (DLMF 8.17.1 with 1 - r² = ν / (ν + t²)), which keeps its digits however small it is.
 */
export function correlationPValue(r: number, n: number): number {
  if (n === 2) return 1
  return incompleteBeta((1 - r) * (1 + r), (n - 2) / 2, 0.5, r * r)
}

/** R. A. Fisher (1921), Metron 1, 3–32: artanh r is about normal with variance 1 / (n - 3). */
function fisherInterval(r: number, n: number): Interval {
  if (n <= 3) return { low: -1, high: 1 }
  const centre = Math.atanh(r)
  const reach = normal975 / Math.sqrt(n - 3)
  return { low: Math.tanh(centre - reach), high: Math.tanh(centre + reach) }
}

/**
 * Spearman's rank correlation: Pearson's r of the ranks, equal values sharing the mean of theirs (C. Spearman (1904),
 * "The proof and measurement of association between two things", Am. J. Psychol. 15, 72–101), with the p-value of
 * Student's t on n - 2 degrees of freedom. Equals `scipy.stats.spearmanr(x, y)`; null where it is not defined: fewer
 * than two pairs, or one side constant.
 * @throws RangeError if the lists differ in length
 */
export function spearman(x: readonly number[], y: readonly number[]) {
  const rho = plainPearson(averageRanks(x), averageRanks(y))
  return rho === null ? null : { n: x.length, rho, p: correlationPValue(rho, x.length) }
}

/** Ranks from 1 to n in rising order, those of equal values as their mean: `scipy.stats.rankdata` with its default method. */
export function averageRanks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] as number) - (values[b] as number))
  const ranks = new Array<number>(values.length).fill(0)
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && values[order[end] as number] === values[order[start] as number]) end++
    // The places start + 1 to end, in the middle.
    for (const index of order.slice(start, end)) ranks[index] = (start + 1 + end) / 2
    start = end
  }
  return ranks
}
