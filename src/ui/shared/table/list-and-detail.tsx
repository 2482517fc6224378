import { type FormEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { useKeys } from '../../hooks/use-keys.ts'
import { count as counted } from '../../text/format.ts'
import { Button, SmallButton } from '../controls/button.tsx'
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
  /** In place of the list, such as a gallery. */
  readonly pane?: ReactNode
  /** The selected item, from the list or the address; null if none. */
  readonly detail: ReactNode
  /** Whether the user selected it: on narrow screens it then replaces the list. */
  readonly isChosen?: boolean
  /** Shown if nothing is selected. */
  readonly hint: string
  /** Shown if the list is empty. */
  readonly none: string
}

/** A long list next to its selected item (one of the two on narrow screens); J and K move the selection. */
export function ListAndDetail(props: Props) {
  const { label, count, selected, onOpen, row, pane, detail, isChosen = detail !== null, hint, none } = props
  const panes = useShownFirst<HTMLDivElement>(isChosen)
  const select = (position: number) => {
    if (count > 0) onOpen(Math.min(count - 1, Math.max(0, position)))
  }
  useKeys({ j: () => select(selected + 1), k: () => select(selected - 1) })
  if (count === 0 && !detail) return <p className="muted pane-empty">{none}</p>
  return (
    <div ref={panes} className="two-panes" data-detail={isChosen} data-whole={Boolean(pane) && !detail}>
      <div className={pane ? 'list-pane as-gallery' : 'list-pane'}>
        {pane || (
          <>
            {count > longList && <GoToRow count={count} onGo={select} />}
            <VirtualList label={label} count={count} rowHeight={60} selected={selected} onSelect={select}>
              {row}
            </VirtualList>
          </>
        )}
      </div>
      {detail ?? (!pane && <p className="muted pane-empty">{hint}</p>)}
    </div>
  )
}

/** An element that scrolls into view when the view opens at an address inside it, or its beginning is above the window then. */
function useShownFirst<E extends HTMLElement>(isLedTo: boolean): RefObject<E | null> {
  const ref = useRef<E>(null)
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    const isAbove = (ref.current?.getBoundingClientRect().top ?? 0) < 0
    if (isLedTo && (isFirst.current || isAbove)) ref.current?.scrollIntoView({ block: 'start' })
    isFirst.current = false
  }, [isLedTo])
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
    <form className="row go-to-row" onSubmit={submit}>
      <label htmlFor={id}>Row number, up to {counted(count)}</label>
      <input id={id} name="row" type="number" min={1} max={count} required inputMode="numeric" />
      <SmallButton type="submit">Go</SmallButton>
    </form>
  )
}

interface DetailProps {
  /** The name of the selected item. */
  readonly name: string
  /** To the item before and after it in the list; null at its ends, absent without such buttons. */
  readonly before?: (() => void) | null
  readonly after?: (() => void) | null
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The selected item of a list; on narrow screens it replaces the list and has a button back to it. */
export function Detail({ name, before, after, onClose, children }: DetailProps) {
  return (
    <article className="column detail" aria-label={name}>
      <div className="row">
        <Button look="small back" onClick={onClose}>
          Back to the list
        </Button>
        {before !== undefined && <Step name="Previous" go={before} />}
        {after !== undefined && <Step name="Next" go={after} />}
      </div>
      {children}
    </article>
  )
}

function Step({ name, go }: { readonly name: string; readonly go: (() => void) | null }) {
  return (
    <SmallButton disabled={go === null} onClick={() => go?.()}>
      {name}
    </SmallButton>
  )
}
