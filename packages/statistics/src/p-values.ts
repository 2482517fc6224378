/** P-values of differences, and of several together. */
import { isRounding } from './quantiles.ts'
import { binomialCdf, chiSquaredTail, incompleteBeta, logGamma, mean } from './special.ts'

/** With more clusters than this that differ, the large-sample form is used. */
const exactClusters = 2000

/**
 * The two-sided p-value of the sum of clusters' differences, if each of them might as well have the other sign. With single
 * questions as clusters it is McNemar's exact test (Q. McNemar, 1947, Psychometrika 12, 153–157).
 * @param differences whole numbers
 */
export function signFlip(differences: readonly number[]): number {
  const sizes = new Map<number, number>()
  let [sum, squares, clusters] = [0, 0, 0]
  for (const d of differences) {
    if (d === 0) continue
    clusters++
    sum += d
    squares += d * d
    sizes.set(Math.abs(d), (sizes.get(Math.abs(d)) ?? 0) + 1)
  }
  if (clusters === 0) return 1
  if (sizes.size === 1) {
    const [[size = 1] = []] = sizes
    const fewer = (clusters - Math.abs(sum) / size) / 2
    return Math.min(1, 2 * binomialCdf(fewer, clusters, 0.5))
  }
  if (clusters > exactClusters) return chiSquaredTail(sum ** 2 / squares)
  return exactTail(sizes, Math.abs(sum))
}

/** P(|S'| ≥ least), where S' adds each size with a random sign: one convolution a size. */
function exactTail(sizes: ReadonlyMap<number, number>, least: number): number {
  let distribution = Float64Array.of(1)
  for (const [size, count] of sizes) {
    const next = new Float64Array(distribution.length + 2 * size * count)
    for (let positive = 0; positive <= count; positive++) {
      const chance = halfBinomial(positive, count)
      const shift = 2 * size * positive
      for (let i = 0; i < distribution.length; i++)
        next[i + shift] = (next[i + shift] as number) + (distribution[i] as number) * chance
    }
    distribution = next
  }
  const reach = (distribution.length - 1) / 2
  let tail = 0
  for (let i = 0; i < distribution.length; i++)
    if (Math.abs(i - reach) >= least) tail += distribution[i] as number
  return Math.min(1, tail)
}

/** The chance of `k` heads in `n` tosses of a coin. */
const halfBinomial = (k: number, n: number): number =>
  Math.exp(logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1) - n * Math.LN2)

/** A share as counts; effective numbers may be fractions. */
type Counts = Readonly<Record<'right' | 'n', number>>

/**
 * Fisher's exact test of two independent shares, two-sided: of all tables with the same sums, those that are no more likely than
 * this one (R. A. Fisher, 1934, Statistical Methods for Research Workers, 5th ed., 21.02; as SciPy and R). Counts that are fractions
 * move in steps of 1 from where they are.
 */
export function fisherExact(first: Counts, second: Counts): number {
  const right = first.right + second.right
  // How likely a table with one more right answer of the first is, as a multiple.
  const ratio = (x: number) => ((first.n - x) * (right - x)) / ((x + 1) * (second.n - right + x + 1))
  const sums = { all: 1, asFar: 1 }
  const most = Math.min(first.n, right) + rounding
  const least = Math.max(0, right - second.n) - rounding
  for (let [x, likely] = [first.right, 1]; x + 1 <= most && likely > negligible; x++) {
    likely *= ratio(x)
    addTable(sums, likely)
  }
  for (let [x, likely] = [first.right, 1]; x - 1 >= least && likely > negligible; x--) {
    likely /= ratio(x - 1)
    addTable(sums, likely)
  }
  return Math.min(1, sums.asFar / sums.all)
}

/** Sums of effective numbers miss whole numbers by less. */
const rounding = 1e-9
/** Tables beyond one of this likelihood, as a multiple of the observed one, change nothing. */
const negligible = 1e-18

/** Tables that are as likely but for rounding count as no more likely: R has the same tolerance. */
function addTable(sums: { all: number; asFar: number }, likely: number): void {
  sums.all += likely
  if (likely <= 1 + 1e-7) sums.asFar += likely
}

/**
 * Adjusted p-values, in the given order. Among those below α, the chance of any false alarm is at most α, for any
 * dependence between the tests. S. Holm (1979), "A simple sequentially rejective multiple test procedure", Scand. J.
 * Stat. 6, 65–70.
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p)
  const adjusted = new Array<number>(pValues.length).fill(1)
  let least = 0
  for (const [rank, { p, index }] of order.entries()) {
    least = Math.min(1, Math.max(least, p * (pValues.length - rank)))
    adjusted[index] = least
  }
  return adjusted
}

/**
 * B. L. Welch (1947), Biometrika 34, 28–35, two-sided, of the second mean minus the first. P(|T| ≥ |t|) = I_x(ν/2, 1/2) with x = ν / (ν + t²). Null where a
 * group has fewer than two numbers or no spread.
 */
export function welch(first: readonly number[], second: readonly number[]) {
  const [a, b] = [meanAndVariance(first), meanAndVariance(second)]
  if (first.length < 2 || second.length < 2) return null
  const [va, vb] = [a.variance / first.length, b.variance / second.length]
  if (isRounding(va + vb, a.mean ** 2 + b.mean ** 2)) return null
  const difference = b.mean - a.mean
  const t2 = difference ** 2 / (va + vb)
  const degrees = (va + vb) ** 2 / (va ** 2 / (first.length - 1) + vb ** 2 / (second.length - 1))
  return { difference, p: incompleteBeta(degrees / (degrees + t2), degrees / 2, 0.5, t2 / (degrees + t2)) }
}

function meanAndVariance(values: readonly number[]) {
  const centre = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
  return { mean: centre, variance: squares / (values.length - 1) }
}
