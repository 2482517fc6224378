/** Figures of `figures.json` that features add: one line each, by name. */
export { confidenceList } from '../features/confidence/engine/confidence-list.ts'
export { diagnosticsList } from '../features/diagnostics/engine/diagnostics-list.ts'
export { papersList } from '../features/papers/engine/papers-list.ts'
