/** All that the probabilities of a run, or of a slice, come to, as the lines of a table. */
import type { Binning } from '../../../engine/statistics/calibration.ts'
import type { ConfidenceFigures, ScoreEstimate } from '../../../engine/statistics/confidence.ts'
import type { Interval } from '../../../engine/statistics/wilson.ts'

export interface Measure extends Partial<Interval> {
  /** As a saved table names it. */
  readonly key: string
  readonly name: string
  readonly value: number | null
  /** Whether it reads as a percentage. */
  readonly isShare: boolean
}

/** The scores as table lines; null and without an interval where there is no value. */
export function measuresOf(figures: ConfidenceFigures, binning: Binning): readonly Measure[] {
  const { n, correct, interval, confidence, calibrationError, brier, brierTop } = figures
  const score = (key: string, name: string, of: ScoreEstimate | null, isShare = false): Measure => ({
    key,
    name,
    isShare,
    value: of?.value ?? null,
    ...of?.interval,
  })
  const bins = binning === 'equal-mass' ? 'equal mass' : 'equal width'
  return [
    { key: 'accuracy', name: 'Accuracy', isShare: true, value: correct / n, ...interval },
    score('mean_confidence', 'Mean confidence', confidence, true),
    score(`ece_${binning.replace('-', '_')}`, `ECE, ten bins of ${bins}`, calibrationError[binning]),
    score('brier', 'Brier score, over all options', brier),
    score('brier_top', 'Brier score of the top answer', brierTop),
    score('nll', 'Negative log-likelihood, in nats', figures.negativeLogLikelihood),
    score('aurc', 'Area under the risk-coverage curve', figures.riskCoverage),
  ]
}
