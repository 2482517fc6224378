/** What features bring to the threads: one line each. */

import type { ComparisonPart } from '../engine/analysis/comparison.ts'
import { chains } from '../features/chains/worker/chains-fact.ts'
import { islandsPart } from '../features/islands/worker/islands-part.ts'

/** Figures of stored runs that features show, by name. */
export const featureFacts = { chains }

/** What features add to a comparison of runs. */
export const comparisonParts: readonly ComparisonPart[] = [islandsPart]
