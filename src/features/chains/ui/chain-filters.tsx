import { type Axis, axes } from '../../../engine/protocol/sample.ts'
import type { LinkGroup } from '../../../engine/protocol/shortcut.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { LabelSelect, QuerySelect } from '../../../ui/shared/controls/query-select.tsx'
import { labelsFromQuery } from '../../../ui/shared/sample/filters.ts'
import { changeQuery } from '../../../ui/state/router.ts'
import { byNames } from '../../../ui/text/voxels.ts'
import { type ChainTable, type FindRow, groupCodes, type LabelledChains } from '../engine/chain-table.ts'

const groups: readonly (readonly [LinkGroup | '', string])[] = [
  ['', 'All'],
  ['D', 'With a shortcut: only the diagnosis right (D)'],
  ['A', 'Both right (A)'],
  ['B', 'Only the perception right (B)'],
  ['C', 'Both wrong (C)'],
]

interface Props {
  readonly labels: LabelledChains['labels']
  readonly filter: ChainFilter
}

/** Which images' chains are listed; kept in the address. */
export function ChainFilters({ labels, filter }: Props) {
  const isFiltered = filter.group !== null || Object.keys(filter.axes).length > 0
  return (
    <search className="filters" aria-label="Chains">
      <QuerySelect label="Images" name="group" value={filter.group ?? ''} choices={groups} />
      {axes.map(axis => (
        <LabelSelect
          key={axis}
          name={byNames[axis]}
          parameter={axis}
          value={filter.axes[axis]}
          values={labels[axis]}
        />
      ))}
      <QuerySelect
        label="Sort"
        name="sort"
        value={filter.sort}
        choices={[
          ['worst', 'Worst first'],
          ['order', 'Data set order'],
        ]}
      />
      {isFiltered && (
        <Button onClick={() => changeQuery({ group: null, task: null, modality: null, parts: null })}>
          Show all
        </Button>
      )}
    </search>
  )
}

export interface ChainFilter {
  readonly axes: Readonly<Partial<Record<Axis, string>>>
  /** Only images with links of this group. */
  readonly group: LinkGroup | null
  readonly sort: 'worst' | 'order'
}

/** The filter in the address; unknown values there match everything. */
export function chainFilterFromQuery(query: URLSearchParams): ChainFilter {
  return {
    axes: labelsFromQuery(axes, query),
    group: groupCodes.find(group => group === query.get('group')) ?? null,
    sort: query.get('sort') === 'order' ? 'order' : 'worst',
  }
}

/** Chains in which one question has every requested label. */
export function filterChains(table: ChainTable, findRow: FindRow, filter: ChainFilter): readonly number[] {
  const { axes: chosen, group, sort } = filter
  const wanted = axes.filter(axis => chosen[axis] !== undefined)
  const code = group === null ? -1 : groupCodes.indexOf(group)
  const isWanted = (chain: number): boolean => {
    if (code !== -1 && (table.links[4 * chain + code] ?? 0) === 0) return false
    if (wanted.length === 0) return true
    const to = table.starts[chain + 1] ?? 0
    for (let at = table.starts[chain] ?? 0; at < to; at++) {
      const row = findRow.get(table.samples[at] ?? -1)
      if (row && wanted.every(axis => row[axis] === chosen[axis])) return true
    }
    return false
  }
  const matches: number[] = []
  for (let i = 0; i < table.worst.length; i++) {
    const chain = sort === 'worst' ? (table.worst[i] ?? 0) : i
    if (isWanted(chain)) matches.push(chain)
  }
  return matches
}
