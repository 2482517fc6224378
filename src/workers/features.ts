/** What features add to a comparison of runs: one line each, by name. */
export { islandsWorker } from '../features/islands/worker/feature.ts'
export { papersWorker } from '../features/papers/worker/feature.ts'
