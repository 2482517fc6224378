import { confidenceResamples, defaultSeed } from '@voxelwise/statistics'
import { bootstrapSource, brierSource, calibrationSource } from '../../../ui/report/citations.tsx'
import type { FeatureMethods } from '../../../ui/report/feature-methods.ts'
import { count } from '../../../ui/text/format.ts'
import { confidenceIn } from './calibration.tsx'

const confidenceWords = `Confidence is the probability of the chosen letter among the options’ letters; all spellings of a letter are summed. ECE uses ten bins and is biased upwards on few answers. Beside it stands the ECE expected of a calibrated model with the same confidences and independent answers, computed exactly. Slope and intercept are those of a logistic regression of being right on the logit of confidence (D. R. Cox, 1958), with sandwich intervals over clusters. The AUROC of confidence has the interval of N. A. Obuchowski (1997) on the logit scale. These three have intervals from 20 clusters on. The Brier score covers all options (0 to 2). Other score intervals are percentiles of ${count(confidenceResamples)} bootstrap resamples of clusters, seed ${defaultSeed}.`

export const confidenceMethods: FeatureMethods = {
  about: 'answers',
  words: facts => confidenceIn(facts) && confidenceWords,
  result: () => null,
  citations: facts => (confidenceIn(facts) ? [bootstrapSource, calibrationSource, brierSource] : []),
}
