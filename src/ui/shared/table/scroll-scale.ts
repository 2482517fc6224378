// A list of a million rows is higher than any element may be: Chromium draws at most 33,554,432 px of its screen, Firefox about
// 17.9 million. Such a list is drawn lower than it is. Small steps of scrolling still move it by their own length, so that no
// row is skipped; a large step (the thumb was dragged) goes to the place of the whole list that the thumb shows.

/** Heights in pixels. */
export interface Extent {
  /** All rows. */
  readonly whole: number
  /** The element that is scrolled: at most what browsers can draw. */
  readonly drawn: number
  /** What is seen of it. */
  readonly view: number
}

/** Where a list stands, in pixels. */
export interface ScrollPlace {
  /** Distance of the upper edge of what is seen from the first row. */
  readonly top: number
  /** The element's own scroll position. */
  readonly scroll: number
}

/** Pixels that every browser draws, also where the user has enlarged the page five times. */
export const highest = 4_000_000

const within = (value: number, most: number): number => Math.min(Math.max(0, most), Math.max(0, value))

const mostTop = ({ whole, view }: Extent): number => Math.max(0, whole - view)
const mostScroll = ({ drawn, view }: Extent): number => Math.max(0, drawn - view)
const isScaled = ({ whole, drawn }: Extent): boolean => whole > drawn

/** Both ends of the list are drawn in their own size, for a quarter of the scroll position each. */
const endOf = (extent: Extent): number => mostScroll(extent) / 4

const ratio = (extent: Extent): number => {
  const ends = 2 * endOf(extent)
  return (mostTop(extent) - ends) / (mostScroll(extent) - ends)
}

/** The place that a scroll position stands for. */
export function placeOfScroll(extent: Extent, position: number): ScrollPlace {
  const scroll = within(position, mostScroll(extent))
  if (!isScaled(extent)) return { top: scroll, scroll }
  const [end, left] = [endOf(extent), mostScroll(extent) - scroll]
  if (scroll <= end) return { top: scroll, scroll }
  if (left <= end) return { top: mostTop(extent) - left, scroll }
  return { top: end + (scroll - end) * ratio(extent), scroll }
}

/** The place that shows these pixels of the whole list first. */
export function placeOfTop(extent: Extent, pixels: number): ScrollPlace {
  const top = within(pixels, mostTop(extent))
  if (!isScaled(extent)) return { top, scroll: top }
  const [end, left] = [endOf(extent), mostTop(extent) - top]
  if (top <= end) return { top, scroll: top }
  if (left <= end) return { top, scroll: mostScroll(extent) - left }
  return { top, scroll: end + (top - end) / ratio(extent) }
}

/** The longest step that moves the list by its own length: a dragged thumb makes longer ones for each pixel, mostly. */
const longestStep = (extent: Extent): number => Math.max(extent.view, mostScroll(extent) / extent.view / 4)

/** The place after the browser scrolled: a small step is itself, a large one goes where the thumb is. */
export function scrolledTo(extent: Extent, from: ScrollPlace, scroll: number): ScrollPlace {
  const step = scroll - from.scroll
  // Scroll positions are rounded to pixels of the screen.
  const isAtEnd = scroll < 1 || scroll > mostScroll(extent) - 1
  if (!isScaled(extent) || isAtEnd || Math.abs(step) > longestStep(extent))
    return placeOfScroll(extent, scroll)
  return { top: within(from.top + step, mostTop(extent)), scroll }
}

/** The nearest place that shows a row whole. */
export function placeOfRow(extent: Extent, from: ScrollPlace, row: number, height: number): ScrollPlace {
  const [upper, lower] = [row * height, (row + 1) * height]
  if (upper < from.top) return placeOfTop(extent, upper)
  return lower > from.top + extent.view ? placeOfTop(extent, lower - extent.view) : from
}
