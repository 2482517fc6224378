/** Answers that are drawn for a simulation: clusters whose questions are about equally difficult. */
import type { Random } from '@voxelwise/statistics'

export type ClusterSize = number | 'unequal'

const unequal = [1, 2, 5, 1, 12, 3, 1, 8, 2, 5]

/** The number of questions of each cluster. */
export const clusterSizes = (clusters: number, size: ClusterSize): number[] =>
  Array.from({ length: clusters }, (_, g) => (size === 'unequal' ? (unequal[g % unequal.length] ?? 1) : size))

/** G. Marsaglia and W. W. Tsang (2000), "A simple method for generating gamma variables", ACM Trans. Math. Softw. 26. */
function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * random.unit() ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  while (true) {
    const x = random.normal()
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(random.unit()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

/** How likely the questions of one cluster are answered right: beta-distributed with mean `p` and the given correlation. */
export function drawChance(p: number, icc: number, random: Random): number {
  if (icc === 0) return p
  const [a, b] = [p, 1 - p].map(share => gamma((share * (1 - icc)) / icc, random)) as [number, number]
  // Both may vanish for strong correlations.
  return a + b > 0 ? a / (a + b) : Number(random.unit() < p)
}

/** How many of some questions are answered right. */
export function drawRight(chance: number, questions: number, random: Random): number {
  let right = 0
  for (let i = 0; i < questions; i++) if (random.unit() < chance) right++
  return right
}
