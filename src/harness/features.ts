/** What features bring to the page that commands drive: one line each. */
import { tracePrompts } from '../features/fidelity/app/trace-page.ts'

/** Functions of that page, by their global name. */
export const featureGlobals = { voxelwiseTrace: tracePrompts }
