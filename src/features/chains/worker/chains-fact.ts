import type { ShortcutOptions } from '../../../engine/protocol/shortcut.ts'
import { defineFact } from '../../../workers/results/facts/fact.ts'
import { chainLabels, chainTable } from '../engine/chain-table.ts'

/** For every image its chain of questions. */
export const chains = defineFact({
  needs: 'rows',
  of({ rows }, { levels }: { readonly run: string; readonly levels: ShortcutOptions }) {
    const table = chainTable(rows, levels)
    return { table, labels: chainLabels(table, rows) }
  },
  // Counts and names in the table have no buffer.
  transfers: ({ table }) =>
    Object.values(table).flatMap((column: unknown) =>
      ArrayBuffer.isView(column) ? [column.buffer as ArrayBuffer] : [],
    ),
})
