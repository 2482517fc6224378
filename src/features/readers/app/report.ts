import type { ReportPart } from '../../../app/controller/result-part.ts'
import { reportedMarks } from './reported-marks.ts'

/** What the report of a run shows. */
export const readersReportParts: readonly ReportPart<unknown>[] = [reportedMarks]
