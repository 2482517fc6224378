/** What the threads ask of features. */
import type { ComparedRunPart, ComparisonPart } from '../engine/analysis/comparison.ts'
import * as given from './features.ts'
import type { WorkerFeature } from './results/worker-feature.ts'

const features: readonly WorkerFeature[] = Object.values(given)

/** Figures of stored runs that features show, by name. */
export * as featureFacts from './fact-features.ts'

/** What features add to a comparison of runs. */
export const comparisonParts: readonly ComparisonPart[] = features.flatMap(
  ({ comparisonPart }) => comparisonPart ?? [],
)

/** What features add to each of the compared runs. */
export const comparedRunParts: readonly ComparedRunPart[] = features.flatMap(
  ({ comparedRunPart }) => comparedRunPart ?? [],
)
