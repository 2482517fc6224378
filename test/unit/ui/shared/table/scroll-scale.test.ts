/** Every row of a million can be reached, however high an element may be. */
import { describe, expect, test } from 'vitest'
import {
  type Extent,
  highest,
  placeOfRow,
  placeOfTop,
  type ScrollPlace,
  scrolledTo,
} from '../../../../../src/ui/shared/table/scroll-scale.ts'
import { drawSome, rounds } from '../../../support/rounds.ts'

const rows = 1_000_000
const height = 60
const start: ScrollPlace = { top: 0, scroll: 0 }

const limits = [100_000, 1_000_000, highest, 17_895_697, 33_554_432, 100_000_000]
const cases = drawSome(
  limits.flatMap(limit => [320, 768, 2160].map(view => [limit, view] as const)),
  6,
)

const makeExtent = (limit: number, view: number, count = rows): Extent => ({
  whole: count * height,
  drawn: Math.min(count * height, limit),
  view,
})

/** Where the list is after its thumb was dragged there from the other end. */
function placeOfThumb(extent: Extent, scroll: number): ScrollPlace {
  const most = extent.drawn - extent.view
  return scrolledTo(extent, placeOfTop(extent, scroll < most / 2 ? extent.whole : 0), scroll)
}

/** Whether a row is wholly within what is seen. */
const shows = ({ top }: ScrollPlace, { view }: Extent, row: number): boolean =>
  top <= row * height + 1e-6 && (row + 1) * height <= top + view + 1e-6

/** What a browser makes of a position that it is given: a whole number, within what can be scrolled. */
const rounded = ({ top, scroll }: ScrollPlace): ScrollPlace => ({ top, scroll: Math.round(scroll) })

describe.each(cases)('elements of %i px, %i px of them seen', (limit, view) => {
  const extent = makeExtent(limit, view)

  test('each row is reached by its number', () => {
    let place = start
    for (let i = 0; i < rounds(rows); i++) {
      const row = (i * 7919) % rows
      place = placeOfRow(extent, place, row, height)
      if (!shows(place, extent, row)) throw new Error(`Row ${row} is not shown at ${JSON.stringify(place)}.`)
      if (place.scroll < 0 || place.scroll > extent.drawn - view) throw new Error(`${place.scroll}`)
    }
  })

  test('each row is reached by small steps, whether or not the list rests between them', () => {
    for (const restsEvery of [1, 40]) {
      let place = start
      let seen = 0
      while (shows(place, extent, seen)) seen++
      for (let step = 1; place.top < extent.whole - view; step++) {
        const before = place
        place = scrolledTo(extent, place, Math.min(extent.drawn - view, place.scroll + 120))
        if (place.top - before.top > 121) throw new Error(`A step of ${place.top - before.top} px.`)
        while (seen < rows && shows(place, extent, seen)) seen++
        if (step % restsEvery === 0) place = rounded(placeOfTop(extent, place.top))
      }
      expect(seen).toBe(rows)
    }
  })

  test('the thumb reaches both ends, and never goes back while it is dragged on', () => {
    const most = extent.drawn - view
    expect(placeOfThumb(extent, most).top).toBe(extent.whole - view)
    expect(placeOfThumb(extent, 0).top).toBe(0)
    let before = -1
    for (let i = 0; i <= 1000; i++) {
      const { top } = placeOfThumb(extent, (most * i) / 1000)
      expect(top).toBeGreaterThan(before)
      before = top
    }
  })

  test('a place is the same by its scroll position and by its pixels', () => {
    for (let i = 0; i <= 1000; i++) {
      const place = placeOfTop(extent, ((extent.whole - view) * i) / 1000)
      expect(placeOfThumb(extent, place.scroll).top).toBeCloseTo(place.top, 3)
    }
  })
})

test('a list that fits scrolls like any other element', () => {
  const extent = makeExtent(highest, 600, 1000)
  for (const scroll of [0, 1, 599, 30_000, 59_400])
    expect(scrolledTo(extent, { top: 12, scroll: 12 }, scroll)).toEqual({ top: scroll, scroll })
  expect(placeOfThumb(makeExtent(highest, 600, 3), 50)).toEqual(start)
})

test('steps reported together by a busy page are still small', () => {
  const extent = makeExtent(highest, 374)
  const from = placeOfTop(extent, 30_000_000)
  expect(scrolledTo(extent, from, from.scroll + 20 * 60).top).toBeCloseTo(30_001_200, 3)
})

test('a row that is seen already moves nothing', () => {
  const extent = makeExtent(highest, 600)
  const place = placeOfTop(extent, 30_000_000)
  expect(placeOfRow(extent, place, 500_005, height)).toBe(place)
})
