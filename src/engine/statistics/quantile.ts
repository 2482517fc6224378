/**
 * The value below which a share of the sorted values lies, straight lines in between: type 7 of R. J. Hyndman and
 * Y. Fan (1996), Am. Stat. 50, 361–365, which is NumPy's default.
 */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = (sorted.length - 1) * share
  const before = Math.floor(at)
  const low = sorted[before] ?? Number.NaN
  const high = sorted[Math.min(before + 1, sorted.length - 1)] ?? Number.NaN
  return low + (high - low) * (at - before)
}
