import type { Fact } from '../../../engine/analysis/fact.ts'
import type { LabelledChains } from './chain-table.ts'

/** All chains of a run, as columns. */
export const chainsFact: Fact<LabelledChains> = { name: 'chains' }
