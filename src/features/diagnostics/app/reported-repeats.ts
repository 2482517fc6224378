import type { ReportPart } from '../../../app/controller/result-part.ts'
import type { RepeatedAccuracy } from '../engine/repeats.ts'

/** Accuracies by kind of pass, for the kinds that the run has. */
export const reportedRepeats: ReportPart<readonly RepeatedAccuracy[]> = {
  name: 'repeats',
  of: (fact, run) => fact('repeats', { run }),
}
