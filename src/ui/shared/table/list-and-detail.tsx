import type { ReactNode } from 'react'
import { useKeys } from '../../hooks/use-keys.ts'
import { useShownFirst } from '../../hooks/use-shown-first.ts'
import { GoToRow } from './go-to-row.tsx'
import { VirtualList } from './virtual-list.tsx'

/** Rows from which a list offers to go to a row by number. */
const longList = 1000

interface Props {
  readonly label: string
  readonly count: number
  /** Position of the selected row, or -1 if it is not in the list. */
  readonly selected: number
  readonly onOpen: (position: number) => void
  readonly row: (position: number) => ReactNode
  /** The selected item, from the list or the address; null if none. */
  readonly detail: ReactNode
  /** Shown if nothing is selected. */
  readonly hint: string
}

/** A long list next to its selected item (one of the two on narrow screens); J and K move the selection. */
export function ListAndDetail({ label, count, selected, onOpen, row, detail, hint }: Props) {
  const panes = useShownFirst<HTMLDivElement>(detail !== null)
  const select = (position: number) => {
    if (count > 0) onOpen(Math.min(count - 1, Math.max(0, position)))
  }
  useKeys({ j: () => select(selected + 1), k: () => select(selected - 1) })
  return (
    <div ref={panes} className="two-panes" data-detail={detail !== null}>
      <div className="list-pane">
        {count > longList && <GoToRow count={count} onGo={select} />}
        <VirtualList label={label} count={count} rowHeight={60} selected={selected} onSelect={select}>
          {row}
        </VirtualList>
      </div>
      {detail ?? <p className="muted pane-empty">{hint}</p>}
    </div>
  )
}
