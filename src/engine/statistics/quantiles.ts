/** Quantiles of the beta and Student's t distribution, also for parameters that are no whole numbers. */
import { incompleteBeta, logBeta } from './special.ts'

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

/** Student's t that 2.5 % exceed: t² = ν y / (1 − y) where I_y(1/2, ν/2) = 0.95 (DLMF 8.17.1). */
export function studentQuantile(degrees: number): number {
  const found = known.get(degrees)
  if (found !== undefined) return found
  const y = betaQuantile(0.95, 0.5, degrees / 2)
  const t = Math.sqrt((degrees * y) / (1 - y))
  // Slices of a run repeat few sizes; a long session must not collect all of them.
  if (known.size > 10_000) known.clear()
  known.set(degrees, t)
  return t
}

/**
 * How far a sum of clusters' residuals u varies: its variance G/(G−1) Σu², and Student's t with Satterthwaite's (Σu²)²/Σu⁴ degrees
 * of freedom. Null where there are fewer than two clusters, or nothing varies.
 */
export function clusterSpread(
  residuals: Iterable<number>,
): { readonly variance: number; readonly t: number } | null {
  let [clusters, squares, fourths] = [0, 0, 0]
  for (const u of residuals) {
    clusters++
    squares += u ** 2
    fourths += u ** 4
  }
  if (clusters < 2 || squares === 0) return null
  return { variance: (clusters / (clusters - 1)) * squares, t: studentQuantile(squares ** 2 / fourths) }
}
