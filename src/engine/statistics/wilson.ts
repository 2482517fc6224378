export interface Interval {
  readonly low: number
  readonly high: number
}

/**
 * Wilson's score interval of a proportion, 95 % by default.
 * E. B. Wilson (1927), "Probable inference, the law of succession, and statistical inference", J. Am. Stat.
 * Assoc. 22, 209–212; the form without continuity correction of R. G. Newcombe (1998), Stat. Med. 17, 857–872.
 * Where nothing was asked, nothing is known: 0 to 1.
 */
export function wilson(correct: number, n: number, z = 1.959963984540054): Interval {
  if (n === 0) return { low: 0, high: 1 }
  const share = correct / n
  const scale = 1 + (z * z) / n
  const centre = share + (z * z) / (2 * n)
  const reach = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  return {
    // At the ends the bound is exact; rounding would shift it slightly.
    low: correct === 0 ? 0 : (centre - reach) / scale,
    high: correct === n ? 1 : (centre + reach) / scale,
  }
}
