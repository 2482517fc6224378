/** One figure, measured several times. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export function measureSpread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (index: number): number => sorted[index] ?? Number.NaN
  const middle = (sorted.length - 1) / 2
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  }
}
