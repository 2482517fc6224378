import type { FactMaker } from '../../../engine/analysis/fact.ts'
import { chainLabels, chainTable, type LabelledChains } from '../engine/chain-table.ts'
import { chainsFact } from '../engine/chains-fact.ts'

export const makeChains: FactMaker<LabelledChains> = {
  fact: chainsFact,
  of(rows, levels) {
    const table = chainTable(rows, levels)
    return { table, labels: chainLabels(table, rows) }
  },
  buffers: ({ table }) => Object.values(table).map(column => column.buffer as ArrayBuffer),
}
