import { chainAxes, type LabelledChains } from '../../../engine/analysis/chain-labels.ts'
import type { LinkGroup } from '../../../engine/protocol/shortcut.ts'
import { LabelSelect } from '../../shared/controls/label-select.tsx'
import { QuerySelect } from '../../shared/controls/query-select.tsx'
import { changeQuery } from '../../state/router.ts'
import { byNames } from '../../text/voxels.ts'
import type { ChainFilter } from './chain-filter.ts'

const groups: readonly (readonly [LinkGroup | '', string])[] = [
  ['', 'All'],
  ['D', 'With a shortcut (D)'],
  ['A', 'With a grounded diagnosis (A)'],
  ['B', 'Saw, but concluded wrongly (B)'],
  ['C', 'Neither saw nor concluded (C)'],
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
      {chainAxes.map(axis => (
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
          ['order', 'As in the data set'],
        ]}
      />
      {isFiltered && (
        <button
          type="button"
          className="button"
          onClick={() => changeQuery({ group: null, task: null, modality: null, parts: null })}
        >
          Show all
        </button>
      )}
    </search>
  )
}
