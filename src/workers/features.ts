/** What features bring to the threads: one line each. */
import type { RowFactMaker } from '../engine/analysis/row-fact.ts'
import { makeChains } from '../features/chains/worker/make-chains.ts'

/** Figures of a run's rows that features show. */
export const factMakers: readonly RowFactMaker<unknown>[] = [makeChains]
