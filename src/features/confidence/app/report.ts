import type { ReportPart } from '../../../app/controller/result-part.ts'
import { reportedConfidence } from './reported-confidence.ts'

/** What the report of a run shows. */
export const confidenceReportParts: readonly ReportPart<unknown>[] = [reportedConfidence]
