/** One figure, measured several times. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (index: number): number => sorted[index] ?? Number.NaN
  const middle = (sorted.length - 1) / 2
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  }
}

/** The median of many values, and an interval that holds that of their distribution 95 times in 100. */
export interface MedianInterval {
  readonly median: number
  readonly low: number
  readonly high: number
}

/** By order statistics, with the normal approximation of the binomial distribution: for some 50 values and more. */
export function medianInterval(values: readonly number[]): MedianInterval {
  const sorted = [...values].sort((a, b) => a - b)
  const half = (1.96 * Math.sqrt(sorted.length)) / 2
  const at = (index: number): number =>
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(index)))] ?? Number.NaN
  const middle = (sorted.length - 1) / 2
  return { median: spreadOf(values).median, low: at(middle - half), high: at(middle + half) }
}
