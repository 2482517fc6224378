/** Scales come with the codes of a matrix, and are read after them. So those of the matrix whose codes were made last are kept. */
import type { Values } from './values.ts'

/** Scales that are kept: 32 MiB at most. Those of a larger matrix are made again. */
const most = 1 << 23

interface KeptScales {
  readonly of: Values
  readonly scales: Float32Array<ArrayBuffer>
  /** How many are there, from the first on. */
  readonly count: number
}

let kept: KeptScales | null = null

/**
 * @param of the matrix
 * @param first the number of the first of these scales
 * @param total how many the matrix has
 */
export function keepScales(of: Values, made: Float32Array<ArrayBuffer>, first: number, total: number): void {
  if (total > most) return
  const known = kept?.of === of ? kept : { of, scales: new Float32Array(total), count: 0 }
  // After a gap they would not be whole.
  if (first > known.count) return
  known.scales.set(made, first)
  kept = { ...known, count: Math.max(known.count, first + made.length) }
}

/** Kept scales of a matrix, from one to another; null where they are not there. Asked for the last one, they are forgotten. */
export function keptScales(of: Values, from: number, to: number): Float32Array<ArrayBuffer> | null {
  if (kept?.of !== of || to > kept.count) return null
  const { scales } = kept
  if (to === scales.length) kept = null
  return scales.subarray(from, to)
}
