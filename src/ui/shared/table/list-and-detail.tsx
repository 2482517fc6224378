import type { ReactNode } from 'react'
import { useKeys } from '../../hooks/use-keys.ts'
import { useShownFirst } from '../../hooks/use-shown-first.ts'
import { GoToRow } from './go-to-row.tsx'
import { VirtualList } from './virtual-list.tsx'

/** More rows than anyone scrolls through. */
const longList = 1000

interface Props {
  readonly label: string
  readonly count: number
  /** Position of what is opened, or -1 where the list does not hold it. */
  readonly selected: number
  readonly onOpen: (position: number) => void
  readonly row: (position: number) => ReactNode
  /** What is opened, from the list or by an address; null where nothing is. */
  readonly detail: ReactNode
  /** Said in its place. */
  readonly hint: string
}

/** A long list beside what is opened of it (on narrow screens one of the two); J and K go through it. */
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
