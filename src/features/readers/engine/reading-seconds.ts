/** How long a reader takes for a question. */
export interface ReadingSeconds {
  readonly n: number
  readonly lower: number
  readonly median: number
  readonly upper: number
}

/** Median and quartiles, interpolated between neighbours as NumPy's `percentile` does; null of no answers. */
export function readingSeconds(seconds: readonly number[]): ReadingSeconds | null {
  const sorted = [...seconds].sort((a, b) => a - b)
  if (sorted.length === 0) return null
  const at = (share: number): number => {
    const place = share * (sorted.length - 1)
    const low = sorted[Math.floor(place)] as number
    const high = sorted[Math.ceil(place)] as number
    return low + (place - Math.floor(place)) * (high - low)
  }
  return { n: sorted.length, lower: at(0.25), median: at(0.5), upper: at(0.75) }
}
