/**
 * Ranks from 1 to n in rising order, those of equal values as their mean: `scipy.stats.rankdata` with its default
 * method.
 */
export function averageRanks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] as number) - (values[b] as number))
  const ranks = new Array<number>(values.length).fill(0)
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && values[order[end] as number] === values[order[start] as number]) end++
    // The places start + 1 to end, in the middle.
    for (const index of order.slice(start, end)) ranks[index] = (start + 1 + end) / 2
    start = end
  }
  return ranks
}
