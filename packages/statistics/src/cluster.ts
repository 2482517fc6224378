/** An order of a matrix's rows with similar rows next to each other. */

/** Two clusters joined: numbers below n are leaves, n + k is the cluster made by merge k. */
interface Merge {
  readonly first: number
  readonly second: number
  readonly distance: number
  readonly size: number
}

/**
 * Hierarchical clustering by average linkage (UPGMA: R. R. Sokal and C. D. Michener, 1958), by chains of nearest
 * neighbours (F. Murtagh, 1983, Comput. J. 26, 354–359). Ties fall as in SciPy's `linkage(method='average')`.
 * @param distance symmetric, n x n
 */
export function averageLinkage(distance: readonly (readonly number[])[]): Merge[] {
  const n = distance.length
  const d = distance.map(row => Float64Array.from(row))
  const at = (i: number, j: number) => d[i]?.[j] ?? Infinity
  const size = new Array<number>(n).fill(1)
  const alive = (i: number) => (size[i] ?? 0) > 0
  const chain: number[] = []
  const merges: Merge[] = []
  while (merges.length < n - 1) {
    if (chain.length === 0) chain.push(size.findIndex(s => s > 0))
    const [x, y, closest] = mutualNeighbours(chain, n, at, alive)
    const [gone, kept] = x < y ? [x, y] : [y, x]
    const [goneSize, keptSize] = [size[gone] ?? 0, size[kept] ?? 0]
    merges.push({ first: gone, second: kept, distance: closest, size: goneSize + keptSize })
    size[gone] = 0
    size[kept] = goneSize + keptSize
    for (let i = 0; i < n; i++) {
      if (!alive(i) || i === kept) continue
      const joined = (goneSize * at(i, gone) + keptSize * at(i, kept)) / (goneSize + keptSize)
      ;(d[i] as Float64Array)[kept] = joined
      ;(d[kept] as Float64Array)[i] = joined
    }
  }
  return named(
    merges.sort((a, b) => a.distance - b.distance),
    n,
  )
}

/** Follows nearest neighbours until two are each other's; takes them off the chain. */
function mutualNeighbours(
  chain: number[],
  n: number,
  at: (i: number, j: number) => number,
  alive: (i: number) => boolean,
): readonly [number, number, number] {
  while (true) {
    const x = chain.at(-1) ?? 0
    const before = chain.at(-2)
    // The one before wins ties, or the chain could go round in circles.
    let y = before ?? -1
    let closest = before === undefined ? Infinity : at(x, before)
    for (let i = 0; i < n; i++) {
      if (i !== x && alive(i) && at(x, i) < closest) {
        closest = at(x, i)
        y = i
      }
    }
    if (y === before || y === -1) {
      chain.length = Math.max(0, chain.length - 2)
      return [x, y, closest]
    }
    chain.push(y)
  }
}

/** Merges speak of a cluster by one of its leaves; here they get the numbers of clusters, lower first. */
function named(merges: readonly Merge[], n: number): Merge[] {
  const parent = Array.from({ length: 2 * n - 1 }, (_, i) => i)
  const sizes = new Array<number>(2 * n - 1).fill(1)
  const root = (leaf: number): number => {
    let top = leaf
    while (parent[top] !== top) top = parent[top] ?? top
    return top
  }
  return merges.map(({ first, second, distance }, k) => {
    const [a, b] = [root(first), root(second)]
    const size = (sizes[a] ?? 0) + (sizes[b] ?? 0)
    parent[a] = n + k
    parent[b] = n + k
    sizes[n + k] = size
    return { first: Math.min(a, b), second: Math.max(a, b), distance, size }
  })
}

/** The leaves from left to right, as SciPy's `leaves_list` has them. */
function leafOrder(merges: readonly Merge[]): number[] {
  const n = merges.length + 1
  const order: number[] = []
  const open = [2 * n - 2]
  while (open.length > 0) {
    const node = open.pop() ?? 0
    const merge = merges[node - n]
    if (merge) open.push(merge.second, merge.first)
    else order.push(node)
  }
  return order
}

/** Rows in the order of their clusters, 1 - r apart; unknown values count as no correlation. */
export function clusterOrder(correlations: readonly (readonly (number | null)[])[]): number[] {
  if (correlations.length < 2) return correlations.map((_, i) => i)
  return leafOrder(averageLinkage(correlations.map(row => row.map(r => 1 - (r ?? 0)))))
}
