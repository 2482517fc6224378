/** Whether claims of non-inferiority keep their error, and have the power that their size was planned for. */
import { Random } from '@voxelwise/statistics'
import {
  marginLevel,
  marginTest,
  shareDifferenceEstimate,
} from '../../../../src/features/diagnostics/engine/margins.ts'
import { sizeForMargin } from '../../../../src/features/diagnostics/engine/plan.ts'
import { inPercent, type Simulation } from '../../../commands/statistics/simulation.ts'

interface Design {
  readonly size: number
  readonly icc: number
  readonly margin: number
  readonly power: number
}

const discordant = 0.2
/** By how much the power may miss its plan. */
const tolerance = 0.03

const designs: readonly Design[] = [1, 5].flatMap(size =>
  (size === 1 ? [0] : [0, 0.3, 0.6]).flatMap(icc =>
    [0.8, 0.9].map(power => ({ size, icc, margin: 0.06, power })),
  ),
)

/** The second run's answer less the first's: −1, 0 or 1. */
function drawnDifference(difference: number, random: Random): number {
  const u = random.unit()
  if (u < (discordant + difference) / 2) return 1
  return u < discordant ? -1 : 0
}

/** With this chance all questions of a cluster share one draw: then the correlation of two of them is that chance. */
function drawnCluster({ size, icc }: Design, difference: number, random: Random): number {
  if (random.unit() < icc) return size * drawnDifference(difference, random)
  let sum = 0
  for (let i = 0; i < size; i++) sum += drawnDifference(difference, random)
  return sum
}

function claimed(design: Design, clusters: number, difference: number, runs: number, random: Random): number {
  let claims = 0
  for (let run = 0; run < runs; run++) {
    const drawn = Array.from({ length: clusters }, () => ({
      total: design.size,
      difference: drawnCluster(design, difference, random),
    }))
    const estimate = shareDifferenceEstimate(drawn)
    claims += Number(estimate !== null && marginTest(estimate, design.margin).isNonInferior)
  }
  return claims / runs
}

export const plannedPower: Simulation = {
  name: 'planned-power',
  title:
    'Non-inferiority, margin 6 points, 20 % of questions that one run alone has right: error and power in %.',
  columns: [
    ...['questions an image', 'correlation', 'planned power', 'images', 'error', 'power'].map(head => ({
      head,
      isFigure: true as const,
    })),
  ],
  *rows(runs) {
    const random = new Random(51)
    for (const design of designs) {
      const { size, icc, margin, power } = design
      const planned = sizeForMargin(
        { difference: 0, discordant, margin, power, level: marginLevel },
        { questionsPerCluster: size, clusterOfQuestion: size, icc },
        1,
      )
      const clusters = planned?.clusters ?? 0
      const error = claimed(design, clusters, -margin, runs, random)
      const reached = claimed(design, clusters, 0, runs, random)
      const mostError = marginLevel + 3 * Math.sqrt((marginLevel * (1 - marginLevel)) / runs)
      const misses = [
        ...(error > mostError ? [`error ${inPercent(error)} %`] : []),
        ...(Math.abs(reached - power) > tolerance ? [`power ${inPercent(reached)} %`] : []),
      ]
      yield {
        cells: [
          ...[String(size), String(icc), inPercent(power, 0), String(clusters)],
          ...[inPercent(error), inPercent(reached)],
        ],
        miss: misses.length > 0 ? `${size} questions, correlation ${icc}: ${misses.join(', ')}` : null,
      }
    }
  },
}
