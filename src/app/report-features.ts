/** What features add to the report of a run: one line each, by name. */
export { confidenceReport } from '../features/confidence/app/report.ts'
export { detailReport } from '../features/detail/app/report.ts'
export { diagnosticsReport } from '../features/diagnostics/app/report.ts'
export { readersReport } from '../features/readers/app/report.ts'
