import type { ShortcutOptions } from '../../../engine/protocol/shortcut.ts'
import { defineFact } from '../../../workers/results/facts/fact.ts'
import { chainColumns, chainLabels, chainTable } from '../engine/chain-table.ts'

/** For every image its chain of questions. */
export const chains = defineFact({
  needs: 'rows',
  of({ rows }, { levels }: { readonly run: string; readonly levels: ShortcutOptions }) {
    const table = chainTable(rows, levels)
    return { table, labels: chainLabels(table, rows) }
  },
  transfers: ({ table }) => chainColumns(table),
})
