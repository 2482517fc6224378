import { ownValue } from '@voxelwise/python'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useRem } from '../../hooks/use-rem.ts'
import { type Extent, highest, placeOfRow, placeOfTop, type ScrollPlace, scrolledTo } from './scroll-scale.ts'

/** Milliseconds without scrolling before the thumb moves to the list's true position. */
const idleMs = 200

interface Scaled {
  /** Pixels of the whole list above the visible part. */
  readonly top: number
  /** Height of the visible part. */
  readonly view: number
  /** Height of the scrolled element. */
  readonly drawn: number
  /** Subtract this from a row's distance from the first row to place it in the element. */
  readonly offset: number
  /** Scrolls a row into view, by the smallest distance. */
  showRow(row: number, height: number): void
}

/** Scrolls a list of any height in an element of bounded height. @param whole height of all rows, in pixels */
function useScaledScroll(frame: RefObject<HTMLElement | null>, whole: number): Scaled {
  const drawn = Math.min(whole, highest)
  const [seen, setSeen] = useState({ top: 0, scroll: 0, view: 800 })
  const at = useRef<ScrollPlace>(seen)

  const measureExtent = ({ clientHeight }: HTMLElement): Extent => ({ whole, drawn, view: clientHeight })
  const put = (element: HTMLElement, place: ScrollPlace): void => {
    // A hidden list is not scrolled.
    if (element.clientHeight === 0) return
    element.scrollTop = place.scroll
    // The browser rounds it.
    at.current = scrolledTo(measureExtent(element), place, element.scrollTop)
    setSeen({ ...at.current, view: element.clientHeight })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `put` and `measureExtent` change with the height alone
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let resting: ReturnType<typeof setTimeout> | undefined
    const settle = (): void =>
      // Synchronously, so that rows and thumb move together.
      flushSync(() => put(element, placeOfTop(measureExtent(element), at.current.top)))
    const onScroll = (): void => {
      if (drawn < whole && element.scrollTop !== at.current.scroll) {
        clearTimeout(resting)
        resting = setTimeout(settle, idleMs)
      }
      at.current = scrolledTo(measureExtent(element), at.current, element.scrollTop)
      setSeen({ ...at.current, view: element.clientHeight })
    }
    const observer = new ResizeObserver(() =>
      put(element, placeOfTop(measureExtent(element), at.current.top)),
    )
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(resting)
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [whole])

  const showRow = (row: number, height: number): void => {
    const element = frame.current
    if (element) put(element, placeOfRow(measureExtent(element), at.current, row, height))
  }
  return { top: seen.top, view: seen.view, drawn, offset: seen.top - seen.scroll, showRow }
}

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

/** Where a key leads, which may be beyond the ends; undefined of other keys. */
function placeAfter(key: string, selected: number, page: number, count: number): number | undefined {
  const places: Readonly<Record<string, number>> = {
    ArrowDown: selected + 1,
    ArrowUp: selected - 1,
    PageDown: selected + page,
    PageUp: selected - page,
    Home: 0,
    End: count - 1,
  }
  return ownValue(places, key)
}

/** A list of any length that renders only its visible rows, all of the same height. */
export function VirtualList({ label, count, rowHeight, selected, onSelect, children }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  const height = rowHeight * useRem()
  const { top, view, drawn, offset, showRow } = useScaledScroll(frame, count * height)

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolling must not move the selected row into view
  useLayoutEffect(() => {
    if (selected >= 0) showRow(selected, height)
  }, [selected, height])

  const first = Math.max(0, Math.floor(top / height) - 6)
  const last = Math.min(count, Math.ceil((top + view) / height) + 6)
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view / height) - 1)
    const to = placeAfter(event.key, selected, page, count)
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
