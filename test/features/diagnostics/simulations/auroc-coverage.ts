/** How often intervals of figures of scores contain the true value. */
import { Random } from '@voxelwise/statistics'
import type { Detection } from '../../../../src/features/diagnostics/engine/detections.ts'
import { auroc, averagePrecisionFigure } from '../../../../src/features/diagnostics/engine/score-figures.ts'
import { type ClusterSize, clusterSizes } from '../../../commands/statistics/draws.ts'
import { inPercent, type Simulation } from '../../../commands/statistics/simulation.ts'

/** The distance of present from absent findings' scores, in standard deviations. */
const distance = 1.2

interface Design {
  readonly clusters: number
  readonly size: ClusterSize
  readonly icc: number
  /** The share of present findings. */
  readonly prevalence: number
}

const prevalences = [0.05, 0.2, 0.5]
/** Intervals of an area that cover less or more fail the command. Average precision is shown beside it. */
const [least, most] = [0.93, 0.97]

/** Normal scores with one part for the cluster; whether a finding is present does not depend on the cluster. */
function draw({ clusters, size, icc, prevalence }: Design, random: Random): Detection[] {
  return clusterSizes(clusters, size).flatMap((m, cluster) => {
    const shared = Math.sqrt(icc) * random.normal()
    return Array.from({ length: m }, (): Detection => {
      const isPresent = random.unit() < prevalence
      const z = (isPresent ? distance : 0) + shared + Math.sqrt(1 - icc) * random.normal()
      return { isPresent, called: null, score: 1 / (1 + Math.exp(-z)), cluster, reading: 'read' }
    })
  })
}

/**
 * The share of intervals that contain the mean of all estimates. (Pairs within a cluster are easier to tell apart, and their share
 * depends on the design, so that no formula is the true value of them all.)
 */
function measureCoverage(design: Design, of: typeof auroc, runs: number, random: Random): number {
  const figures = Array.from({ length: runs }, () => of(draw(design, random))).filter(
    figure => figure !== null,
  )
  const truth = figures.reduce((sum, { value }) => sum + value, 0) / figures.length
  const intervals = figures.flatMap(({ interval }) => (interval ? [interval] : []))
  return intervals.filter(({ low, high }) => low <= truth && truth <= high).length / intervals.length
}

const heads = (figure: string) =>
  prevalences.map(prevalence => ({
    head: `${figure}, ${inPercent(prevalence, 0)} %`,
    isFigure: true as const,
  }))

export const aurocCoverage: Simulation = {
  name: 'auroc-coverage',
  title:
    'Areas under ROC curves (AUROC) and average precision (AP) by the share of present findings: coverage in %.',
  columns: [
    { head: 'clusters', isFigure: true },
    { head: 'size' },
    { head: 'correlation', isFigure: true },
    ...heads('AUROC'),
    ...heads('AP'),
  ],
  *rows(runs) {
    for (const clusters of [20, 50, 100])
      for (const size of [5, 'unequal'] as const)
        for (const icc of [0, 0.3, 0.6]) {
          const random = new Random(50)
          const of = (figure: typeof auroc) =>
            prevalences.map(prevalence =>
              measureCoverage({ clusters, size, icc, prevalence }, figure, Math.ceil(runs / 2), random),
            )
          const areas = of(auroc)
          const missed = areas.filter(area => area < least || area > most)
          yield {
            cells: [
              ...[String(clusters), String(size), String(icc)],
              ...[...areas, ...of(averagePrecisionFigure)].map(share => inPercent(share)),
            ],
            miss:
              missed.length > 0
                ? `${clusters} clusters, correlation ${icc}: ${missed.map(area => inPercent(area)).join(', ')} %`
                : null,
          }
        }
  },
}
