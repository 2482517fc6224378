/** Quantiles of the beta and Student's t distribution, also for parameters that are no whole numbers. */
import { incompleteBeta, logBeta } from './special.ts'
import { normal975 } from './wilson.ts'

/**
 * The x with I_x(a, b) = probability: Newton's method, kept within a bracket that bisection narrows.
 * @param probability above 0 and below 1
 */
export function betaQuantile(probability: number, a: number, b: number): number {
  const scale = logBeta(a, b)
  let [low, high] = [0, 1]
  let x = a / (a + b)
  for (let step = 0; step < 200; step++) {
    const off = incompleteBeta(x, a, b) - probability
    if (off === 0) return x
    if (off < 0) low = x
    else high = x
    const density = Math.exp((a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x) - scale)
    const newton = x - off / density
    const next = newton > low && newton < high ? newton : (low + high) / 2
    const isClose = Math.abs(next - x) <= 1e-16 + 1e-15 * x
    x = next
    if (isClose || high - low <= 1e-15 * high) break
  }
  return x
}

const known = new Map<number, number>()

/** From here on the expansion in 1/ν is exact to rounding, and y too small for its own tolerance. */
const manyDegrees = 1e5

/**
 * Student's t that 2.5 % exceed: t² = ν y / (1 − y) where I_y(1/2, ν/2) = 0.95 (DLMF 8.17.1). With many degrees of freedom it is Cornish
 * and Fisher's expansion about the normal quantile (M. Abramowitz and I. A. Stegun, 1964, 26.7.5).
 * @param degrees infinite for the normal distribution
 */
export function studentQuantile(degrees: number): number {
  if (degrees > manyDegrees) {
    const z = normal975
    return z + (z ** 3 + z) / (4 * degrees) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2)
  }
  const knownQuantile = known.get(degrees)
  if (knownQuantile !== undefined) return knownQuantile
  const y = betaQuantile(0.95, 0.5, degrees / 2)
  const t = Math.sqrt((degrees * y) / (1 - y))
  // Slices of a run repeat few sizes; a long session must not collect all of them.
  if (known.size > 10_000) known.clear()
  known.set(degrees, t)
  return t
}

/** What a cluster adds to an error: the sum of its parts, and the sum of their sizes. */
export interface ClusterDeviation {
  readonly sum: number
  readonly size: number
}

/** A sum this small, as a share of the sizes of its parts, is the rounding of numbers that cancel out. */
const rounding = 1e-12

/** Whether a sum of squares is no more than rounding. @param scale the sum of the squares of what was added up */
export const isRounding = (squares: number, scale: number): boolean => squares <= rounding ** 2 * scale

/**
 * How far a sum of clusters' deviations u varies: Σu², and Student's t with Satterthwaite's (Σu²)²/Σu⁴ degrees of freedom. Null where
 * there are fewer than two clusters, or nothing varies but for rounding.
 */
export function clusterSpread(
  deviations: Iterable<ClusterDeviation>,
): { readonly variance: number; readonly t: number } | null {
  let [clusters, squares, fourths, scale] = [0, 0, 0, 0]
  for (const { sum, size } of deviations) {
    clusters++
    squares += sum ** 2
    fourths += sum ** 4
    scale += size ** 2
  }
  if (clusters < 2 || isRounding(squares, scale)) return null
  return { variance: squares, t: studentQuantile(squares ** 2 / fourths) }
}
