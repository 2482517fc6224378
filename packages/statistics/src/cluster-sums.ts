/** Sums over the clusters of a slice: all that its interval depends on, and quick to take apart. */

export interface ClusterSums {
  readonly clusters: number
  /** Σm: its questions. */
  readonly n: number
  /** Σy: how many of them count, or the sum of their values. */
  readonly right: number
  /** Σm² */
  readonly nn: number
  /** Σmy */
  readonly nr: number
  /** Σy² */
  readonly rr: number
}

/** One cluster of a slice: its questions, and how many of them count. */
export interface ClusterCount {
  readonly right: number
  readonly total: number
}

export function clusterSums(counts: Iterable<ClusterCount>): ClusterSums {
  let [clusters, n, sum, nn, nr, rr] = [0, 0, 0, 0, 0, 0]
  for (const { right, total } of counts) {
    clusters++
    n += total
    sum += right
    nn += total * total
    nr += total * right
    rr += right * right
  }
  return { clusters, n, right: sum, nn, nr, rr }
}

/**
 * The sums of what remains of a whole without one of its slices.
 * @param whole the counts of the whole in each cluster, by its number
 */
export function sumsWithout(
  whole: ReadonlyMap<number, ClusterCount>,
  sums: ClusterSums,
  slice: ReadonlyMap<number, ClusterCount>,
): ClusterSums {
  let { clusters, n, right: sum, nn, nr, rr } = sums
  for (const [cluster, taken] of slice) {
    const { right, total } = whole.get(cluster) ?? taken
    const left = { right: right - taken.right, total: total - taken.total }
    if (left.total === 0) clusters--
    n -= taken.total
    sum -= taken.right
    nn += left.total ** 2 - total ** 2
    nr += left.total * left.right - total * right
    rr += left.right ** 2 - right ** 2
  }
  return { clusters, n, right: sum, nn, nr, rr }
}

/** Σ(y − p m)² for the share p of all questions; 0 where it is no more than rounding. */
export function residualSquares({ n, right, nn, nr, rr }: ClusterSums): number {
  const share = right / n
  const squares = rr - 2 * share * nr + share ** 2 * nn
  // Sums that cancel out leave this much rounding.
  return squares > 1e-13 * (rr + share ** 2 * nn) ? squares : 0
}

/** Kish's effective number of clusters that carry the rarer verdict. */
export function rarerClusters({ n, right, nn, nr, rr }: ClusterSums): number {
  const isWrongRarer = n - right <= right
  const sum = isWrongRarer ? n - right : right
  const squares = isWrongRarer ? nn - 2 * nr + rr : rr
  return squares > 0 ? sum ** 2 / squares : 0
}
