import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useRem } from '../../hooks/use-rem.ts'
import { useScaledScroll } from './use-scaled-scroll.ts'

interface Props {
  readonly label: string
  readonly count: number
  /** Height of a row in pixels at the default text size. */
  readonly rowHeight: number
  /** Position of the selected row, or -1. */
  readonly selected: number
  readonly onSelect: (position: number) => void
  readonly children: (position: number) => ReactNode
}

/** A list of any length that renders only its visible rows, all of the same height. */
export function VirtualList({ label, count, rowHeight, selected, onSelect, children }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  const height = rowHeight * useRem()
  const { top, view, drawn, offset, showRow } = useScaledScroll(frame, count * height)

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolling must not move the selected row into view
  useEffect(() => {
    if (selected >= 0) showRow(selected, height)
  }, [selected, height])

  const first = Math.max(0, Math.floor(top / height) - 6)
  const last = Math.min(count, Math.ceil((top + view) / height) + 6)
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view / height) - 1)
    const steps: Record<string, number> = {
      ArrowDown: selected + 1,
      ArrowUp: selected - 1,
      PageDown: selected + page,
      PageUp: selected - page,
      Home: 0,
      End: count - 1,
    }
    const to = steps[event.key]
    if (to === undefined || count === 0) return
    event.preventDefault()
    onSelect(Math.min(count - 1, Math.max(0, to)))
  }

  return (
    <div
      ref={frame}
      className="virtual-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={selected >= first && selected < last ? `${id}-${selected}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: drawn }}>
        {Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i).map(position => (
          // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus, aria-activedescendant names the row
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
          <div
            key={position}
            id={`${id}-${position}`}
            role="option"
            aria-selected={position === selected}
            aria-setsize={count}
            aria-posinset={position + 1}
            className="virtual-row"
            style={{ height, transform: `translateY(${position * height - offset}px)` }}
            onClick={() => onSelect(position)}
          >
            {children(position)}
          </div>
        ))}
      </div>
    </div>
  )
}
