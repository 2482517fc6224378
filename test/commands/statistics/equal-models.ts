/** How often two equal models are called different. */
import { pairedShares, Random } from '@voxelwise/statistics'
import { type ClusterSize, clusterSizes, drawChance, drawRight } from './draws.ts'
import { inPercent, type Simulation } from './simulation.ts'

const alpha = 0.05

/** Each cluster is as hard for both. @returns how often p is below 5 %: McNemar's, then the sign-flip test's */
function level(total: readonly number[], runs: number, random: Random): readonly [number, number] {
  let [plain, flipped] = [0, 0]
  for (let run = 0; run < runs; run++) {
    const models = [0, 1].map(() => total.map(m => drawRight(drawChance(0.7, 0.6, random), m, random)))
    const [first = [], second = []] = models
    flipped += Number(pairedShares({ first, second, total }, 0.6).p < alpha)
    plain += Number(mcNemar(first, second, total) < alpha)
  }
  return [plain / runs, flipped / runs]
}

/** As if every question were a cluster. */
function mcNemar(first: readonly number[], second: readonly number[], total: readonly number[]): number {
  const each = (right: readonly number[]) =>
    total.flatMap((m, g) => Array.from({ length: m }, (_, i) => Number(i < (right[g] ?? 0))))
  const [a, b] = [each(first), each(second)]
  return pairedShares({ first: a, second: b, total: a.map(() => 1) }, 0).p
}

const designs: readonly (readonly [clusters: number, size: ClusterSize])[] = [
  [10, 5],
  [20, 'unequal'],
  [50, 5],
  [200, 5],
]

export const equalModels: Simulation = {
  name: 'equal-models',
  title: 'Two equal models, correlation 0.6: how often p is below 5 %.',
  columns: [
    { head: 'clusters', isFigure: true },
    { head: 'size' },
    ...['McNemar', 'sign-flip'].map(head => ({ head, isFigure: true as const })),
  ],
  *rows(runs) {
    for (const [at, [clusters, size]] of designs.entries()) {
      const [plain, flipped] = level(clusterSizes(clusters, size), Math.ceil(runs / 4), new Random(273 + at))
      const shares = [plain, flipped].map(share => `${inPercent(share)} %`)
      yield { cells: [String(clusters), String(size), ...shares], miss: null }
    }
  },
}
