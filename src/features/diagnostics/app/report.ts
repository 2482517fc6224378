import type { ReportPart } from '../../../app/controller/result-part.ts'
import { reportedFindings } from './reported-findings.ts'
import { reportedRepeats } from './reported-repeats.ts'

/** What the report of a run shows. */
export const diagnosticsReportParts: readonly ReportPart<unknown>[] = [reportedFindings, reportedRepeats]
