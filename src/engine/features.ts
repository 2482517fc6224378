/** Where features enter the engine: one line each. */
import { diagnosticsList } from '../features/diagnostics/engine/diagnostics-list.ts'
import type { ForecastedRow } from '../features/diagnostics/engine/finding-answers.ts'
import { irrelevantExamples, reorderedExamples } from '../features/examples/engine/example-probes.ts'
import { medicalCorruptionTables } from '../features/medical/engine/tables.ts'
import { occlusion } from '../features/occlusion/engine/occlusion-probe.ts'
import type { Figure } from './analysis/figures.ts'
import type { CorruptionsByModality } from './probes/by-modality.ts'

/** Figures of `figures.json` that follow from all rows of a run and the probabilities of their options. */
export const featureFigures: readonly ((items: readonly ForecastedRow[]) => readonly Figure[])[] = [
  diagnosticsList,
]

/** Kinds of probes that are not of the core, in the order of lists. */
export const featureProbes = [reorderedExamples, irrelevantExamples, occlusion] as const

/** Corruptions by modality; null without them. Their names stay, as stored runs have them. */
export const byModality: CorruptionsByModality | null = medicalCorruptionTables
