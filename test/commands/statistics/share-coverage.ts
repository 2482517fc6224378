/** How often the interval of a share contains the true accuracy. */
import {
  type ClusterCounts,
  effectiveShare,
  incompleteBeta,
  pooledIcc,
  Random,
  wilson,
} from '@voxelwise/statistics'
import { clusterSizes, drawChance, drawRight } from './draws.ts'
import { inPercent, percentSpan, type Simulation } from './simulation.ts'

/** With 20 clusters or more. */
const least = 0.94

const shares = [0.1, 0.5, 0.9, 0.98]
const correlations = [0, 0.1, 0.3, 0.6]

/** Whether Clopper and Pearson's interval contains p, without its limits. */
function covers({ share, effectiveN }: ReturnType<typeof effectiveShare>, p: number): boolean {
  const right = share * effectiveN
  const isAboveLow = share === 0 || incompleteBeta(p, right, effectiveN - right + 1) >= 0.025
  return isAboveLow && (share === 1 || incompleteBeta(p, right + 1, effectiveN - right) <= 0.975)
}

/** As a run with one task. */
function ownIcc({ right, total }: ClusterCounts): number {
  const clusters: number[] = []
  const verdicts: number[] = []
  for (let g = 0; g < total.length; g++)
    for (let i = 0; i < (total[g] as number); i++) {
      clusters.push(g)
      verdicts.push(Number(i < (right[g] as number)))
    }
  return pooledIcc({ clusters, tasks: verdicts.map(() => 0), values: verdicts })
}

function coverage(total: readonly number[], icc: number, p: number, runs: number, seed: number) {
  const random = new Random(seed)
  let [plain, own, known] = [0, 0, 0]
  for (let run = 0; run < runs; run++) {
    const right = total.map(m => drawRight(drawChance(p, icc, random), m, random))
    const counts = { right, total }
    const found = effectiveShare(counts, icc)
    const { low, high } = wilson(found.share, found.n)
    plain += Number(low <= p && p <= high)
    known += Number(covers(found, p))
    own += Number(covers(effectiveShare(counts, ownIcc(counts)), p))
  }
  return { plain: plain / runs, own: own / runs, known: known / runs }
}

export const shareCoverage: Simulation = {
  name: 'share-coverage',
  title:
    'Coverage of a share: plain Wilson / ours with the slice as the whole run / ours with the known correlation.',
  columns: [
    { head: 'clusters', isFigure: true },
    { head: 'size' },
    ...['ICC 0', '0.1', '0.3', '0.6'].map(head => ({ head })),
  ],
  *rows(runs) {
    let seed = 1
    for (const clusters of [10, 20, 50, 200])
      for (const size of [1, 2, 5, 12, 'unequal'] as const) {
        const low: string[] = []
        const cells = correlations.map(icc => {
          if (size === 1 && icc > 0) return '–'
          const found = shares.map(p => coverage(clusterSizes(clusters, size), icc, p, runs, seed++))
          const [plain, own, known] = (['plain', 'own', 'known'] as const).map(name =>
            found.map(of => of[name]),
          ) as [number[], number[], number[]]
          if (clusters >= 20 && Math.min(...own, ...known) < least) low.push(`ICC ${icc}`)
          return `${percentSpan(plain, 0)} / ${percentSpan(own)} / ${percentSpan(known)}`
        })
        const miss = `Less than ${inPercent(least, 0)} % covered: ${clusters} clusters of ${size}, ${low.join(', ')}.`
        yield { cells: [String(clusters), String(size), ...cells], miss: low.length > 0 ? miss : null }
      }
  },
}
