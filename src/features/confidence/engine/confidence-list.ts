/** What a run's option probabilities give, as figures of `figures.json`. */
import { type ScoreEstimate, toEnd } from '@voxelwise/statistics'
import type { FigureSource } from '../../../engine/analysis/figure-source.ts'
import type { Figure } from '../../../engine/analysis/figures.ts'
import { wholeConfidenceSteps } from './confidence-report.ts'

/** Confidence figures of all answers with probabilities. A figure without an interval has no method. */
export function confidenceList({ scored }: Pick<FigureSource, 'scored'>): Figure[] {
  const report = toEnd(wholeConfidenceSteps(scored))
  if (!report) return []
  const { figures, unit } = report
  const { n, clusters, calibrationError, calibratedError } = figures
  const expected = { value: calibratedError['equal-width'], interval: null }
  const listed: readonly (readonly [figure: string, score: ScoreEstimate | null, method: string])[] = [
    ['mean-confidence', figures.confidence, 'bootstrap'],
    ['confidence-gap', figures.gap, 'bootstrap'],
    ['ece', calibrationError['equal-width'], 'bootstrap'],
    ['ece-if-calibrated', expected, ''],
    ['calibration-slope', figures.slope, 'sandwich'],
    ['calibration-intercept', figures.intercept, 'sandwich'],
    ['auroc-of-confidence', figures.auroc, 'obuchowski'],
  ]
  return listed.flatMap(([figure, score, method]): Figure[] => {
    if (!score) return []
    const { value, interval } = score
    return [
      {
        ...{ figure, slice: {}, n, correct: null, clusters, unit, share: value },
        ...{ low: interval?.low ?? null, high: interval?.high ?? null, designEffect: null, effectiveN: null },
        ...{ method: interval ? method : null, icc: null },
      },
    ]
  })
}
