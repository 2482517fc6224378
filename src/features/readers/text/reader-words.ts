import { counted } from '../../../engine/base/counted.ts'
import type { ImageCondition } from '../engine/image-conditions.ts'
import type { ReaderEffect } from '../engine/random-readers.ts'
import type { AgreementName } from '../engine/reader-agreement.ts'
import { defaultMargin, type SpreadVerdict } from '../engine/spread.ts'

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

/** Which margin interchangeability goes by. @param stated in points; null without one margin of all studies */
export const marginWords = (stated: number | null): string =>
  stated === null
    ? `The studies state no common margin: it is ${counted(100 * defaultMargin, 'point')} here.`
    : `The stated margin is ${counted(stated, 'point')}.`

/** What the lower limit of a model less the mean reader says. @param stated in points */
export const nonInferiorWords = (isShown: boolean, stated: number): string =>
  isShown
    ? `Not inferior: the lower limit is above the stated margin of −${counted(stated, 'point')}.`
    : `Not shown to be non-inferior: the lower limit is not above the stated margin of −${counted(stated, 'point')}.`

/** What a study shows in place of its images. */
export const conditionNames: Readonly<Record<ImageCondition, string>> = {
  'blank-image': 'Blank images',
  'noise-image': 'Noise only',
  'noise-3': 'Added noise, strength 3',
  'blur-3': 'Blurred, strength 3',
  'contrast-3': 'Less contrast, strength 3',
  'compression-3': 'Compressed, strength 3',
  'low-resolution-3': 'Low resolution, strength 3',
}

/** Why a difference over readers and cases has no interval. */
export const refusedWords: Readonly<Record<NonNullable<ReaderEffect['refused']>, string>> = {
  'few-readers': 'Two readers are too few for an interval.',
  'one-cluster': 'One cluster says nothing about other cases.',
}
