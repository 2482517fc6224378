/** What features add to the report of a run: one line each, by name. */
export { confidenceReportParts } from '../features/confidence/app/report.ts'
export { detailReportParts } from '../features/detail/app/report.ts'
export { diagnosticsReportParts } from '../features/diagnostics/app/report.ts'
export { readersReportParts } from '../features/readers/app/report.ts'
