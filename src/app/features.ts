/** What features give to what the page can do: one line each, by name. */
export { confidenceApp } from '../features/confidence/app/feature.ts'
export { detailApp } from '../features/detail/app/feature.ts'
export { diagnosticsApp } from '../features/diagnostics/app/feature.ts'
export { gatesApp } from '../features/gates/app/feature.ts'
export { readersApp } from '../features/readers/app/feature.ts'
export { regionsApp } from '../features/regions/app/feature.ts'
export { serversApp } from '../features/servers/app/feature.ts'
