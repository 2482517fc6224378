import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useKeys } from '../../hooks/use-keys.ts'
import { count as counted } from '../../text/format.ts'
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

/** An element that scrolls into view when the view opens at an address inside it. */
function useShownFirst<E extends HTMLElement>(isLedTo: boolean): RefObject<E | null> {
  const ref = useRef<E>(null)
  const first = useRef(isLedTo)
  useEffect(() => {
    if (first.current) ref.current?.scrollIntoView({ block: 'start' })
  }, [])
  return ref
}

interface GoToRowProps {
  /** Number of rows. */
  readonly count: number
  /** @param position from 0 */
  readonly onGo: (position: number) => void
}

/** Opens a row of a long list by number. */
function GoToRow({ count, onGo }: GoToRowProps) {
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const row = Number(new FormData(event.currentTarget).get('row'))
    if (Number.isInteger(row) && row >= 1 && row <= count) onGo(row - 1)
  }
  return (
    <form className="go-to-row" onSubmit={submit}>
      <label htmlFor={id}>Row number, up to {counted(count)}</label>
      <input id={id} name="row" type="number" min={1} max={count} required inputMode="numeric" />
      <button type="submit">Go</button>
    </form>
  )
}

interface DetailProps {
  /** The name of the selected item. */
  readonly name: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The selected item of a list; on narrow screens it replaces the list and has a button back to it. */
export function Detail({ name, onClose, children }: DetailProps) {
  return (
    <article className="detail" aria-label={name}>
      <button type="button" className="button small back" onClick={onClose}>
        Back to the list
      </button>
      {children}
    </article>
  )
}
