/** What features bring to the threads: one line each. */

import type { ComparedRunPart, ComparisonPart } from '../engine/analysis/comparison.ts'
import { auditPlansFact } from '../features/audit/worker/plans-fact.ts'
import { chains } from '../features/chains/worker/chains-fact.ts'
import { confidenceFact } from '../features/confidence/worker/confidence-fact.ts'
import { byDetailFact } from '../features/detail/worker/by-detail-fact.ts'
import {
  diagnostics,
  findingDetail,
  findingDifferences,
} from '../features/diagnostics/worker/diagnostics-facts.ts'
import { repeatsFact } from '../features/diagnostics/worker/repeats-fact.ts'
import { islandsPart } from '../features/islands/worker/islands-part.ts'
import { papersPart } from '../features/papers/worker/papers-part.ts'
import { marksFact, toMarkFact } from '../features/readers/worker/marks-facts.ts'
import { readersFact } from '../features/readers/worker/readers-fact.ts'
import { statedFact } from '../features/readers/worker/stated-fact.ts'

/** Figures of stored runs that features show, by name. */
export const featureFacts = {
  auditPlans: auditPlansFact,
  chains,
  confidence: confidenceFact,
  diagnostics,
  findingDetail,
  findingDifferences,
  repeats: repeatsFact,
  byDetail: byDetailFact,
  readers: readersFact,
  marks: marksFact,
  toMark: toMarkFact,
  stated: statedFact,
}

/** What features add to a comparison of runs. */
export const comparisonParts: readonly ComparisonPart[] = [islandsPart]

/** What features add to each of the compared runs. */
export const comparedRunParts: readonly ComparedRunPart[] = [papersPart]
