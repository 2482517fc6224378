/** Which chains are listed, and in which order; all of it is in the address. */
import type { LinkGroup } from '../engine/shortcut.ts'
import { type ChainTable, groupCodes } from '../engine/statistics/chain-table.ts'
import type { ResultRow } from './state.ts'

export const chainAxes = ['task', 'modality', 'parts'] as const
export type ChainAxis = (typeof chainAxes)[number]

export interface ChainFilter {
  readonly axes: Readonly<Partial<Record<ChainAxis, string>>>
  /** Only images with links of this group. */
  readonly group: LinkGroup | null
  readonly sort: 'worst' | 'order'
}

export function chainFilterFromQuery(query: URLSearchParams): ChainFilter {
  const axes: Partial<Record<ChainAxis, string>> = {}
  for (const axis of chainAxes) {
    const value = query.get(axis)
    if (value !== null) axes[axis] = value
  }
  return {
    axes,
    group: groupCodes.find(group => group === query.get('group')) ?? null,
    sort: query.get('sort') === 'order' ? 'order' : 'worst',
  }
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

/** Chains of which one question has every label that is asked for. */
export function filterChains(table: ChainTable, rowOf: RowOf, filter: ChainFilter): readonly number[] {
  const { axes, group, sort } = filter
  const wanted = chainAxes.filter(axis => axes[axis] !== undefined)
  const code = group === null ? -1 : groupCodes.indexOf(group)
  const isWanted = (chain: number): boolean => {
    if (code !== -1 && (table.links[4 * chain + code] ?? 0) === 0) return false
    if (wanted.length === 0) return true
    const to = table.starts[chain + 1] ?? 0
    for (let at = table.starts[chain] ?? 0; at < to; at++) {
      const row = rowOf.get(table.samples[at] ?? -1)
      if (row && wanted.every(axis => row[axis] === axes[axis])) return true
    }
    return false
  }
  const found: number[] = []
  for (let i = 0; i < table.worst.length; i++) {
    const chain = sort === 'worst' ? (table.worst[i] ?? 0) : i
    if (isWanted(chain)) found.push(chain)
  }
  return found
}

/** The labels of an axis with how many chains have them, in order of first appearance. */
export function chainValues(
  table: ChainTable,
  rowOf: RowOf,
  axis: ChainAxis,
): readonly (readonly [string, number])[] {
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
