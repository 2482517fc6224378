import { toEnd } from '@voxelwise/statistics'
import { confidenceReportSteps } from '../../../src/engine/analysis/confidence.ts'
import type { Countable } from '../../../src/engine/analysis/shares.ts'

/** The report in one step. */
export const confidenceReport = <Row extends Countable>(
  ...given: Parameters<typeof confidenceReportSteps<Row>>
) => toEnd(confidenceReportSteps(...given))
