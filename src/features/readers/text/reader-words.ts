import type { AgreementName } from '../engine/reader-comparison.ts'
import type { SpreadVerdict } from '../engine/spread.ts'

/** Names of the figures of agreement. */
export const agreementFigureNames: Readonly<Record<AgreementName, string>> = {
  percent: 'Equal answers',
  cohen: 'Cohen’s kappa, mean of pairs',
  fleiss: 'Fleiss’ kappa',
  alpha: 'Krippendorff’s alpha',
  ac1: 'Gwet’s AC1',
}

/** Whether a model is interchangeable with a reader. */
export const spreadWords: Readonly<Record<SpreadVerdict['verdict'], string>> = {
  within: 'Within the readers’ spread: the model is interchangeable with a reader.',
  worse: 'Outside the readers’ spread: the model differs from readers more than they do.',
  open: 'Whether the model is within the readers’ spread cannot be said.',
}
