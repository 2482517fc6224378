/** What features bring to the threads: one line each. */

import type { ComparisonPart } from '../engine/analysis/comparison.ts'
import { chains } from '../features/chains/worker/chains-fact.ts'
import {
  diagnostics,
  findingDetail,
  findingDifferences,
} from '../features/diagnostics/worker/diagnostics-facts.ts'
import { repeatsFact } from '../features/diagnostics/worker/repeats-fact.ts'
import { islandsPart } from '../features/islands/worker/islands-part.ts'
import { readersFact } from '../features/readers/worker/readers-fact.ts'

/** Figures of stored runs that features show, by name. */
export const featureFacts = {
  chains,
  diagnostics,
  findingDetail,
  findingDifferences,
  repeats: repeatsFact,
  readers: readersFact,
}

/** What features add to a comparison of runs. */
export const comparisonParts: readonly ComparisonPart[] = [islandsPart]
