/** What features add to the report of a run. It stands apart from `seams.ts`, which the first view has. */
import * as given from './report-features.ts'

export const reportParts = Object.values(given).flat()
