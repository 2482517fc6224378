/**
 * What the engine asks of features: null or nothing where none gives it. What a page or a thread does not use is not in its files.
 */
import { byRank } from './base/by-rank.ts'
import * as given from './features.ts'
import * as probes from './probe-features.ts'
import type { CorruptByModality, CorruptionsByModality } from './probes/by-modality.ts'
import type { GraphWriter } from './runtime/graph-writer.ts'
import type { Occlude } from './runtime/occlusion-task.ts'

interface EngineSeams {
  readonly byModality: CorruptionsByModality
  readonly corruptByModality: CorruptByModality
  readonly graphWriter: GraphWriter
  readonly drawOcclusion: Occlude
}
/** Each is read in a function that a bundler may leave out with all that it needs. */
type Given = Partial<EngineSeams>

/** Kinds of probes that are not of the core, in the order of lists. */
export const featureProbes = /* @__PURE__ */ byRank(Object.values(probes))

/** Corruptions by modality; null without them. Their names stay, as stored runs have them. */
export const byModality = /* @__PURE__ */ (() => (given as Given).byModality ?? null)()

/** The work of corruptions by modality; null without them. */
export const corruptByModality = /* @__PURE__ */ (() => (given as Given).corruptByModality ?? null)()

/** Writes the graphs that a model's folder lacks; null where nothing does. */
export const graphWriter = /* @__PURE__ */ (() => (given as Given).graphWriter ?? null)()

/** Measures occlusion maps; null where no kind of probe makes them. */
export const drawOcclusion = /* @__PURE__ */ (() => (given as Given).drawOcclusion ?? null)()
