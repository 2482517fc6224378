export interface Interval {
  readonly low: number
  readonly high: number
}

/** Whether a difference with this interval may be none. */
export const includesZero = ({ low, high }: Interval): boolean => low <= 0 && high >= 0

/** The point that a standard normal number exceeds with a probability of 2.5 %. */
export const normal975 = 1.959963984540054

/**
 * Wilson's score interval, 95 % by default, of a share of `n` independent answers, of which there may be a fraction (an effective number).
 * E. B. Wilson (1927), "Probable inference, the law of succession, and statistical inference", J. Am. Stat.
 * Assoc. 22, 209–212; the form without continuity correction of R. G. Newcombe (1998), Stat. Med. 17, 857–872.
 * Without answers, nothing is known: 0 to 1.
 */
export function wilson(share: number, n: number, z = normal975): Interval {
  if (n === 0) return { low: 0, high: 1 }
  const scale = 1 + (z * z) / n
  const centre = share + (z * z) / (2 * n)
  const reach = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  return {
    // At the ends the bound is exact; rounding would shift it slightly.
    low: share === 0 ? 0 : (centre - reach) / scale,
    high: share === 1 ? 1 : (centre + reach) / scale,
  }
}
