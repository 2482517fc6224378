import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
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
export function useScaledScroll(frame: RefObject<HTMLElement | null>, whole: number): Scaled {
  const drawn = Math.min(whole, highest)
  const [seen, setSeen] = useState({ top: 0, scroll: 0, view: 800 })
  const at = useRef<ScrollPlace>(seen)

  const extentOf = ({ clientHeight }: HTMLElement): Extent => ({ whole, drawn, view: clientHeight })
  const put = (element: HTMLElement, place: ScrollPlace): void => {
    // A hidden list is not scrolled.
    if (element.clientHeight === 0) return
    element.scrollTop = place.scroll
    // The browser rounds it.
    at.current = scrolledTo(extentOf(element), place, element.scrollTop)
    setSeen({ ...at.current, view: element.clientHeight })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `put` and `extentOf` change with the height alone
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let resting: ReturnType<typeof setTimeout> | undefined
    const settle = (): void =>
      // Synchronously, so that rows and thumb move together.
      flushSync(() => put(element, placeOfTop(extentOf(element), at.current.top)))
    const onScroll = (): void => {
      if (drawn < whole && element.scrollTop !== at.current.scroll) {
        clearTimeout(resting)
        resting = setTimeout(settle, idleMs)
      }
      at.current = scrolledTo(extentOf(element), at.current, element.scrollTop)
      setSeen({ ...at.current, view: element.clientHeight })
    }
    const observer = new ResizeObserver(() => put(element, placeOfTop(extentOf(element), at.current.top)))
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
    if (element) put(element, placeOfRow(extentOf(element), at.current, row, height))
  }
  return { top: seen.top, view: seen.view, drawn, offset: seen.top - seen.scroll, showRow }
}
