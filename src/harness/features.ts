/** Functions of the page that commands drive, from features: one line each, by their global name. */
export { tracePrompts as voxelwiseTrace } from '../features/fidelity/app/trace-page.ts'

/** A function that a command calls in the page. */
export type PageFunction = (...given: never) => unknown
