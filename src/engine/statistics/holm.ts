/**
 * Adjusted p-values, in the order given: at most the level α of those below α are expected to hold a false
 * alarm, however the tests hang together. S. Holm (1979), "A simple sequentially rejective multiple test
 * procedure", Scand. J. Stat. 6, 65–70.
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p)
  const adjusted = new Array<number>(pValues.length).fill(1)
  let least = 0
  for (const [rank, { p, index }] of order.entries()) {
    least = Math.min(1, Math.max(least, p * (pValues.length - rank)))
    adjusted[index] = least
  }
  return adjusted
}
