import type { Estimate } from '../../../src/engine/analysis/shares.ts'
import { wilson } from '../../../src/engine/statistics/wilson.ts'

/** A share of single questions; its interval is Wilson's, which is as good as any for a chart. */
export const estimate = (n: number, correct: number, chance: number | null = null): Estimate => ({
  n,
  correct,
  share: n === 0 ? 0 : correct / n,
  ...wilson(n === 0 ? 0 : correct / n, n),
  chance,
  basis: { clusters: n, unit: 'question', designEffect: 1, effectiveN: n },
})
