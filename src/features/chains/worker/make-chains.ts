import type { RowFactMaker } from '../../../engine/analysis/row-fact.ts'
import { chainLabels, chainTable, type LabelledChains } from '../engine/chain-table.ts'
import { chainsFact } from '../engine/chains-fact.ts'

export const makeChains: RowFactMaker<LabelledChains> = {
  fact: chainsFact,
  of(rows, levels) {
    const table = chainTable(rows, levels)
    return { table, labels: chainLabels(table, rows) }
  },
  // Counts and names in the table have no buffer.
  buffers: ({ table }) =>
    Object.values(table).flatMap((column: unknown) =>
      ArrayBuffer.isView(column) ? [column.buffer as ArrayBuffer] : [],
    ),
}
