import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useQueryState } from '../../hooks/use-query-state.ts'
import {
  fitted,
  fittedCover,
  type GreyWindow,
  type ImagePlace,
  movedPlacement,
  placementForm,
  type Size,
  windowed,
  windowForm,
  zoomed,
} from './image-view.ts'

const middle: ImagePlace = { x: 0, y: 0 }

/**
 * Zoom and grey window of an image by wheel, drag, pinch and keys, kept in the address.
 * @param image its size in pixels; null until it is known
 */
export function useImageView(frame: RefObject<HTMLElement | null>, image: Size | null) {
  const [placement, setPlacement] = useQueryState('zoom', placementForm)
  const [greys, setGreys] = useQueryState('window', windowForm)
  const size = useSize(frame)
  const cover = image && size ? fittedCover(image, size) : { x: 1, y: 1 }
  const zoom = (factor: number, at = middle) => setPlacement(now => zoomed(now, factor, cover, at))
  const move = (by: ImagePlace) => setPlacement(now => movedPlacement(now, by, cover))
  const shift = (by: GreyWindow) => setGreys(now => windowed(now, by))
  const isFitted = placement.zoom === 1
  useWheel(frame, isFitted, zoom)
  const drag = useDrag(frame, { zoom, move, shift })
  return {
    placement,
    /** Screen pixels per image pixel; 0 until the size is known. */
    scale: image && size ? (placement.zoom * cover.x * size.width) / image.width : 0,
    greys,
    zoom,
    move,
    fit: () => setPlacement(() => fitted),
    isFitted,
    setGreys: (chosen: GreyWindow) => setGreys(() => chosen),
    drag,
  }
}

/** The layout size of an element; null before layout. */
export function useSize(frame: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return size
}

/** Relative to the frame's centre, as a fraction of its sides. */
export function placeIn(
  element: Element,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): ImagePlace {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: (clientX - left) / width - 0.5, y: (clientY - top) / height - 0.5 }
}

/** Milliseconds after a scroll of the page in which the wheel keeps scrolling the page. */
const scrollIdleMs = 300

function useWheel(
  frame: RefObject<HTMLElement | null>,
  isFitted: boolean,
  zoom: (factor: number, at: ImagePlace) => void,
): void {
  const latest = useRef({ isFitted, zoom })
  useLayoutEffect(() => {
    latest.current = { isFitted, zoom }
  })
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    let scrolled = Number.NEGATIVE_INFINITY
    const onScroll = () => {
      scrolled = performance.now()
    }
    const onWheel = (event: WheelEvent) => {
      const isPinch = event.ctrlKey
      const isOut = event.deltaY > 0
      // A fitted image cannot shrink: the page scrolls.
      if (!isPinch && (performance.now() - scrolled < scrollIdleMs || (isOut && latest.current.isFitted)))
        return
      event.preventDefault()
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 24 : event.deltaY
      latest.current.zoom(Math.exp(-pixels * (isPinch ? 0.01 : 0.002)), placeIn(element, event))
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      window.removeEventListener('scroll', onScroll)
      element.removeEventListener('wheel', onWheel)
    }
  }, [frame])
}

interface Acts {
  readonly zoom: (factor: number, at: ImagePlace) => void
  readonly move: (by: ImagePlace) => void
  readonly shift: (by: GreyWindow) => void
}

/** One pointer moves the image, or changes its window with Shift; two pinch. */
function useDrag(frame: RefObject<HTMLElement | null>, { zoom, move, shift }: Acts) {
  const pointers = useRef(new Map<number, ImagePlace>())
  const end = (event: PointerEvent) => void pointers.current.delete(event.pointerId)
  return {
    onPointerDown: (event: PointerEvent) => {
      if (!frame.current || event.button !== 0) return
      frame.current.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, placeIn(frame.current, event))
    },
    onPointerMove: (event: PointerEvent) => {
      const before = pointers.current.get(event.pointerId)
      if (!before || !frame.current) return
      const now = placeIn(frame.current, event)
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      pointers.current.set(event.pointerId, now)
      const by = { x: now.x - before.x, y: now.y - before.y }
      if (event.shiftKey) return shift({ width: by.x * 256, level: by.y * 256 })
      if (!other) return move(by)
      const far = (one: ImagePlace) => Math.hypot(one.x - other.x, one.y - other.y)
      zoom(far(now) / Math.max(far(before), 0.01), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
