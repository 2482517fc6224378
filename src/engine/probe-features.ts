/** Kinds of probes that are not of the core: one line each, by name. */
export { detailProbe } from '../features/detail/engine/detail-probe.ts'
export { irrelevantExamples, reorderedExamples } from '../features/examples/engine/example-probes.ts'
export { occlusion } from '../features/occlusion/engine/occlusion-probe.ts'
