import { wilson } from '@voxelwise/statistics'
import type { Estimate } from '../../../src/engine/analysis/shares.ts'

/** A share of single questions. Its interval is Wilson's: charts do not depend on the method. */
export const estimate = (n: number, correct: number, chance: number | null = null): Estimate => ({
  n,
  correct,
  share: n === 0 ? 0 : correct / n,
  ...wilson(n === 0 ? 0 : correct / n, n),
  chance,
  basis: { clusters: n, unit: 'question', designEffect: 1, effectiveN: n },
})
