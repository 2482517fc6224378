/** Where features enter the engine: one line each. What a page or a thread does not use is not in its files. */
import { checkpointGraphWriter } from '../features/checkpoint/engine/checkpoint-folder.ts'
import { confidenceList } from '../features/confidence/engine/confidence-list.ts'
import { detailProbe } from '../features/detail/engine/detail-probe.ts'
import { diagnosticsList } from '../features/diagnostics/engine/diagnostics-list.ts'
import { irrelevantExamples, reorderedExamples } from '../features/examples/engine/example-probes.ts'
import { corruptMedical } from '../features/medical/engine/corrupt.ts'
import { medicalCorruptionTables } from '../features/medical/engine/tables.ts'
import { occlude as occludeImage } from '../features/occlusion/engine/occlude.ts'
import { occlusion } from '../features/occlusion/engine/occlusion-probe.ts'
import { papersList } from '../features/papers/engine/papers-list.ts'
import type { FigureList } from './analysis/figure-source.ts'
import type { CorruptByModality, CorruptionsByModality } from './probes/by-modality.ts'
import type { GraphWriter } from './runtime/graph-writer.ts'
import type { Occlude } from './runtime/occlusion-task.ts'

/** Figures of `figures.json`. */
export const featureFigures: readonly FigureList[] = [confidenceList, diagnosticsList, papersList]

/** Kinds of probes that are not of the core, in the order of lists. */
export const featureProbes = [reorderedExamples, irrelevantExamples, occlusion, detailProbe] as const

/** Corruptions by modality; null without them. Their names stay, as stored runs have them. */
export const byModality: CorruptionsByModality | null = medicalCorruptionTables

/** The work of corruptions by modality; null without them. */
export const corruptByModality: CorruptByModality | null = corruptMedical

/** Writes the graphs that a model's folder lacks; null where nothing does. */
export const graphWriter: GraphWriter | null = checkpointGraphWriter

/** Measures occlusion maps; null where no kind of probe makes them. */
export const drawOcclusion: Occlude | null = occludeImage
