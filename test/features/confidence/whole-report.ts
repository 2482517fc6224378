import { toEnd } from '@voxelwise/statistics'
import type { Countable } from '../../../src/engine/analysis/shares.ts'
import { confidenceReportSteps } from '../../../src/features/confidence/engine/confidence-report.ts'

/** The report in one step. */
export const confidenceReport = <Row extends Countable>(
  ...given: Parameters<typeof confidenceReportSteps<Row>>
) => toEnd(confidenceReportSteps(...given))
