import type { RowFact } from '../../../engine/analysis/row-fact.ts'
import type { LabelledChains } from './chain-table.ts'

/** All chains of a run, as columns. */
export const chainsFact: RowFact<LabelledChains> = { name: 'chains' }
