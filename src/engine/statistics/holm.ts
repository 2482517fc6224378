/**
 * Adjusted p-values, in the given order. Among those below α, the chance of any false alarm is at most α, for any
 * dependence between the tests. S. Holm (1979), "A simple sequentially rejective multiple test procedure", Scand. J.
 * Stat. 6, 65–70.
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
