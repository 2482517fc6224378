/**
 * Images with so many of a figure's questions that a sample without them says little about the total. How many questions an image has
 * is known before the first answer, so these images form a stratum of their own: nothing is inferred from them, and while one is open,
 * all of its answers may be right or wrong.
 */
import { fewestClusters, fewestOpen } from '@voxelwise/statistics'

/** The images that have questions of a figure: their numbers, and how many such questions each has. */
export interface FigureImages {
  readonly groups: readonly number[]
  readonly counts: readonly number[]
}

/**
 * A large image has more than this part of the sum of squared sizes, and this many times the questions of a mean image. Where no cluster
 * has a notable part of that sum, the sum over a sample is nearly normal: J. Hájek (1960), "Limiting distributions in simple random
 * sampling from a finite population", Publ. Math. Inst. Hung. Acad. Sci. 5, 361–374.
 */
const large = { part: 0.02, times: 4 } as const

/** The numbers of the large images: the largest first, each compared with those that remain. */
export function largeImages({ groups, counts }: FigureImages): ReadonlySet<number> {
  const largeGroups = new Set<number>()
  // With fewer images, limits have no use of the normal distribution.
  if (counts.length < fewestClusters + fewestOpen) return largeGroups
  let [total, squares, most] = [0, 0, 0]
  for (const count of counts) {
    total += count
    squares += count * count
    most = Math.max(most, count)
  }
  const isLarge = (count: number): boolean => {
    const others = counts.length - largeGroups.size - 1
    return count * count > large.part * squares && count * others > large.times * (total - count)
  }
  if (!isLarge(most)) return largeGroups
  const bySize = [...counts.keys()].sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b)
  for (const place of bySize) {
    const count = counts[place] ?? 0
    if (largeGroups.size + 1 >= counts.length || !isLarge(count)) break
    largeGroups.add(groups[place] ?? 0)
    total -= count
    squares -= count * count
  }
  return largeGroups
}
