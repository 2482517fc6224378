/** What features write into files: one line each, by name. */
export { confidenceExport } from '../features/confidence/data/export.ts'
export { diagnosticsExport } from '../features/diagnostics/data/export.ts'
export { logsExport } from '../features/logs/data/export.ts'
export { papersExport } from '../features/papers/data/export.ts'
