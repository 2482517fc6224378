import { confidenceReportSteps } from '../../../src/engine/analysis/confidence.ts'
import { toEnd } from '../../../src/engine/base/steps.ts'

/** The report in one step. */
export const confidenceReport = (...given: Parameters<typeof confidenceReportSteps>) =>
  toEnd(confidenceReportSteps(...given))
