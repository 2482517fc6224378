/** What features bring to the threads: one line each. */
import { chains } from '../features/chains/worker/chains-fact.ts'
import { diagnostics, findingDetail, findingDifferences } from '../features/diagnostics/worker/diagnostics-facts.ts'

/** Figures of stored runs that features show, by name. */
export const featureFacts = { chains, diagnostics, findingDetail, findingDifferences }
