/** How many chains have each label: counted with the chains, off the main thread. */
import type { ChainTable } from './chain-table.ts'
import type { ResultRow } from './result-row.ts'
import type { Labels } from './run-overview.ts'

export const chainAxes = ['task', 'modality', 'parts'] as const
export type ChainAxis = (typeof chainAxes)[number]

/** The chains of a run, and their filters. */
export interface LabelledChains {
  readonly table: ChainTable
  readonly labels: Readonly<Record<ChainAxis, Labels>>
}

/** The row of a sample, by its index in the data set. */
export interface RowOf {
  get(index: number): ResultRow | undefined
}

export function rowsByIndex(rows: readonly ResultRow[]): RowOf {
  const found: ResultRow[] = []
  for (const row of rows) found[row.index] = row
  return { get: index => found[index] }
}

export function chainLabels(table: ChainTable, rows: readonly ResultRow[]): LabelledChains['labels'] {
  const rowOf = rowsByIndex(rows)
  const labels = (axis: ChainAxis) => chainValues(table, rowOf, axis)
  return { task: labels('task'), modality: labels('modality'), parts: labels('parts') }
}

/** The labels of an axis with how many chains have them, in order of first appearance. */
function chainValues(table: ChainTable, rowOf: RowOf, axis: ChainAxis): Labels {
  const found = new Map<string, { chains: number; last: number }>()
  for (let chain = 0; chain + 1 < table.starts.length; chain++) {
    const to = table.starts[chain + 1] ?? 0
    for (let at = table.starts[chain] ?? 0; at < to; at++) {
      const value = rowOf.get(table.samples[at] ?? -1)?.[axis]
      if (value === undefined) continue
      const entry = found.get(value)
      if (!entry) found.set(value, { chains: 1, last: chain })
      else if (entry.last !== chain) {
        entry.chains++
        entry.last = chain
      }
    }
  }
  return Array.from(found, ([value, { chains }]) => [value, chains] as const)
}
