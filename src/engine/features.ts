/** What features bring to the engine: one line each. */
import { irrelevantExamples, reorderedExamples } from '../features/examples/engine/example-probes.ts'

/** Kinds of probes that are not of the core. They stand before the occlusion maps in lists. */
export const featureProbes = [reorderedExamples, irrelevantExamples] as const
