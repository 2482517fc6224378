/** Two independent groups of numbers by their means. */
import { incompleteBeta } from './special.ts'

export interface WelchTest {
  /** The second mean minus the first. */
  readonly difference: number
  readonly p: number
}

/**
 * B. L. Welch (1947), Biometrika 34, 28–35, two-sided. P(|T| ≥ |t|) = I_x(ν/2, 1/2) with x = ν / (ν + t²). Null where a
 * group has fewer than two numbers or no spread.
 */
export function welch(first: readonly number[], second: readonly number[]): WelchTest | null {
  const [a, b] = [momentsOf(first), momentsOf(second)]
  if (first.length < 2 || second.length < 2) return null
  const [va, vb] = [a.variance / first.length, b.variance / second.length]
  if (va + vb === 0) return null
  const difference = b.mean - a.mean
  const t2 = difference ** 2 / (va + vb)
  const degrees = (va + vb) ** 2 / (va ** 2 / (first.length - 1) + vb ** 2 / (second.length - 1))
  return { difference, p: incompleteBeta(degrees / (degrees + t2), degrees / 2, 0.5, t2 / (degrees + t2)) }
}

function momentsOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  return { mean, variance }
}
