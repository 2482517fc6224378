/** What features bring to the threads: one line each. */
import type { FactMaker } from '../engine/analysis/fact.ts'
import { makeChains } from '../features/chains/worker/make-chains.ts'

/** Figures of a run's rows that features show. */
export const factMakers: readonly FactMaker<unknown>[] = [makeChains]
