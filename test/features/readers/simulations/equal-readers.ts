/** How often readers and a model that are right as often are called different. */
import { Random } from '@voxelwise/statistics'
import {
  conditionDifference,
  modelAgainstReaders,
} from '../../../../src/features/readers/engine/multi-reader.ts'
import { drawRight } from '../../../commands/statistics/draws.ts'
import { inPercent, type Simulation } from '../../../commands/statistics/simulation.ts'

const [readers, clusters] = [5, 60]
const alpha = 0.05

interface Design {
  readonly comparison: 'model' | 'conditions'
  /** The standard deviation of readers' shares right; between two conditions, of a reader in each. */
  readonly spread: number
  readonly samples: number
}

const designs: readonly Design[] = (['model', 'conditions'] as const).flatMap(comparison =>
  [0, 0.05, 0.1].flatMap(spread => [1, 4].map(samples => ({ comparison, spread, samples }))),
)

/** Clusters differ in difficulty, readers in skill; the model is as good as the mean of all readers there could be. */
function draw({ comparison, spread, samples }: Design, random: Random): number | null {
  const total = Array.from({ length: clusters }, () => samples)
  const chances = total.map(() => 0.4 + 0.2 * random.unit())
  // Held so that no chance leaves 0 to 1.
  const skill = () => Math.min(0.4, Math.max(-0.4, spread * random.normal()))
  const answers = (by: number) => chances.map((chance, g) => drawRight(chance + by, total[g] ?? 0, random))
  if (comparison === 'model') {
    const of = Array.from({ length: readers }, () => answers(skill()))
    return modelAgainstReaders(total, answers(0), of).p
  }
  const [first, second] = [0, 1].map(() => Array.from({ length: readers }, () => answers(skill())))
  return conditionDifference(total, first ?? [], second ?? []).p
}

export const equalReaders: Simulation = {
  name: 'equal-readers',
  title:
    'Five readers on 60 clusters, right as often as the model or in both conditions: how often p is below 5 %.',
  columns: [
    { head: 'comparison' },
    { head: 'spread of readers', isFigure: true },
    { head: 'samples a cluster', isFigure: true },
    { head: 'p below 5 %', isFigure: true },
  ],
  *rows(runs) {
    for (const [at, design] of designs.entries()) {
      const random = new Random(511 + at)
      const times = Math.ceil(runs / 2)
      let called = 0
      for (let run = 0; run < times; run++) called += Number((draw(design, random) ?? 1) < alpha)
      const share = called / times
      const name = design.comparison === 'model' ? 'model' : 'two conditions'
      const isOff = share > 0.07 || share < 0.03
      yield {
        cells: [name, inPercent(design.spread, 0), String(design.samples), `${inPercent(share)} %`],
        miss: isOff ? `${name}, ${design.samples} samples: ${inPercent(share)} % is not 3 to 7 %` : null,
      }
    }
  },
}
