import type { ReportPart } from '../../../app/controller/result-part.ts'
import { reportedDetails } from './reported-details.ts'

/** What the report of a run shows. */
export const detailReportParts: readonly ReportPart<unknown>[] = [reportedDetails]
