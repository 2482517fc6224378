import type { ComparedRunPart, ComparisonPart } from '../../engine/analysis/comparison.ts'

/** What a feature adds to a comparison of runs. */
export interface WorkerFeature {
  /** Made of all compared runs. */
  readonly comparisonPart?: ComparisonPart
  /** Made of each of them. */
  readonly comparedRunPart?: ComparedRunPart
}
