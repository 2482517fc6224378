import type { Kernel } from './filters.ts'

/** Fraction bits of a fixed-point weight: 32 less 8 for the sample and 2 for overshoot and sign. */
export const PRECISION_BITS = 22

/** For every output position along one axis, which input positions it blends and with what weights. */
export type Windows = {
  /** First input position of each window. */
  readonly first: Int32Array
  /** Number of input positions in each window. */
  readonly count: Int32Array
  /** Weights of all windows, `stride` apart, as integers scaled by 2^PRECISION_BITS. */
  readonly weights: Int32Array
  readonly stride: number
}

/**
 * The windows that take an axis of `from` samples to one of `to`.
 * `precompute_coeffs` and `normalize_coeffs_8bpc` of libImaging/Resample.c: C's casts to int cut towards zero,
 * and weights are summed and divided in the same order, since another order can move the last bit.
 */
export function windows(from: number, to: number, kernel: Kernel): Windows {
  const scale = from / to
  const filterScale = Math.max(scale, 1)
  const inverse = 1 / filterScale
  const support = kernel.support * filterScale
  const stride = Math.ceil(support) * 2 + 1
  const first = new Int32Array(to)
  const count = new Int32Array(to)
  const weights = new Int32Array(to * stride)
  const exact = new Float64Array(stride)
  for (let i = 0; i < to; i++) {
    const center = (i + 0.5) * scale
    const start = Math.max(Math.trunc(center - support + 0.5), 0)
    const length = Math.min(Math.trunc(center + support + 0.5), from) - start
    let sum = 0
    for (let j = 0; j < length; j++) {
      const weight = kernel.weight((j + start - center + 0.5) * inverse)
      exact[j] = weight
      sum += weight
    }
    const divisor = sum === 0 ? 1 : sum
    for (let j = 0; j < length; j++) weights[i * stride + j] = fixed((exact[j] ?? 0) / divisor)
    first[i] = start
    count[i] = length
  }
  return { first, count, weights, stride }
}

/** A weight as fixed-point integer, halves away from zero. */
function fixed(weight: number): number {
  const scaled = weight * (1 << PRECISION_BITS)
  return Math.trunc(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
}
