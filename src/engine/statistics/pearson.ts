/** How closely two figures go together over models. */
import { incompleteBeta } from './special.ts'
import type { Interval } from './wilson.ts'

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
export function pearson(
  x: readonly number[],
  y: readonly number[],
  z = 1.959963984540054,
): Correlation | null {
  const r = correlationOf(x, y)
  if (r === null) return null
  const n = x.length
  return { n, r, p: correlationPValue(r, n), ...fisherInterval(r, n, z) }
}

/** r alone, in two passes; null where it is not defined. */
export function correlationOf(x: readonly number[], y: readonly number[]): number | null {
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

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const isConstant = (values: readonly number[]) => values.every(value => value === values[0])

/**
 * The two-sided p-value of r over n pairs. P(|T| ≥ |t|) with t = r √(n-2) / √(1-r²) is I_{1-r²}((n-2)/2, 1/2)
 * (DLMF 8.17.1 with 1 - r² = ν / (ν + t²)), which keeps its digits however small it is.
 */
export function correlationPValue(r: number, n: number): number {
  if (n === 2) return 1
  return incompleteBeta((1 - r) * (1 + r), (n - 2) / 2, 0.5, r * r)
}

/** R. A. Fisher (1921), Metron 1, 3–32: artanh r is about normal with variance 1 / (n - 3). */
function fisherInterval(r: number, n: number, z: number): Interval {
  if (n <= 3) return { low: -1, high: 1 }
  const centre = Math.atanh(r)
  const reach = z / Math.sqrt(n - 3)
  return { low: Math.tanh(centre - reach), high: Math.tanh(centre + reach) }
}
