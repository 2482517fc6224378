// A list of a million rows exceeds the maximum height of an element: 33,554,432 px in Chromium, about 17.9 million in Firefox.
// Its element is therefore lower than the list. Small scroll steps move the list by their own length, so that no row is
// skipped; a large step (a dragged thumb) jumps to the matching position of the whole list.

/** Heights in pixels. */
export interface Extent {
  /** All rows. */
  readonly whole: number
  /** The scrolled element: at most `highest`. */
  readonly drawn: number
  /** The visible part. */
  readonly view: number
}

/** The position of a list, in pixels. */
export interface ScrollPlace {
  /** Distance of the visible part from the first row. */
  readonly top: number
  /** The element's own scroll position. */
  readonly scroll: number
}

/** A height that every browser draws, even at 500% zoom. */
export const highest = 4_000_000

const within = (value: number, max: number): number => Math.min(Math.max(0, max), Math.max(0, value))

const mostTop = ({ whole, view }: Extent): number => Math.max(0, whole - view)
const mostScroll = ({ drawn, view }: Extent): number => Math.max(0, drawn - view)
const isScaled = ({ whole, drawn }: Extent): boolean => whole > drawn

/** The first and last quarter of the scroll range are unscaled. */
const unscaledEnd = (extent: Extent): number => mostScroll(extent) / 4

const ratio = (extent: Extent): number => {
  const ends = 2 * unscaledEnd(extent)
  return (mostTop(extent) - ends) / (mostScroll(extent) - ends)
}

/** The list position of a scroll position. */
function placeOfScroll(extent: Extent, position: number): ScrollPlace {
  const scroll = within(position, mostScroll(extent))
  if (!isScaled(extent)) return { top: scroll, scroll }
  const [end, left] = [unscaledEnd(extent), mostScroll(extent) - scroll]
  if (scroll <= end) return { top: scroll, scroll }
  if (left <= end) return { top: mostTop(extent) - left, scroll }
  return { top: end + (scroll - end) * ratio(extent), scroll }
}

/** The position at which these pixels of the whole list come first. */
export function placeOfTop(extent: Extent, pixels: number): ScrollPlace {
  const top = within(pixels, mostTop(extent))
  if (!isScaled(extent)) return { top, scroll: top }
  const [end, left] = [unscaledEnd(extent), mostTop(extent) - top]
  if (top <= end) return { top, scroll: top }
  if (left <= end) return { top, scroll: mostScroll(extent) - left }
  return { top, scroll: end + (top - end) / ratio(extent) }
}

/** The longest step that moves the list by its own length; a dragged thumb usually makes longer ones. */
const longestStep = (extent: Extent): number => Math.max(extent.view, mostScroll(extent) / extent.view / 4)

/** The position after a scroll: a small step moves by its length, a large one follows the thumb. */
export function scrolledTo(extent: Extent, from: ScrollPlace, scroll: number): ScrollPlace {
  const step = scroll - from.scroll
  // Scroll positions are rounded to screen pixels.
  const isAtEnd = scroll < 1 || scroll > mostScroll(extent) - 1
  if (!isScaled(extent) || isAtEnd || Math.abs(step) > longestStep(extent))
    return placeOfScroll(extent, scroll)
  return { top: within(from.top + step, mostTop(extent)), scroll }
}

/** The nearest position that shows a row completely. */
export function placeOfRow(extent: Extent, from: ScrollPlace, row: number, height: number): ScrollPlace {
  const [upper, lower] = [row * height, (row + 1) * height]
  if (upper < from.top) return placeOfTop(extent, upper)
  return lower > from.top + extent.view ? placeOfTop(extent, lower - extent.view) : from
}
