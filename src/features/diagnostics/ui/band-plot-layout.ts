/** A curve with its band, and lines to compare it with, over two scales. */
import { scaleLinear } from 'd3-scale'
import { type KeyItem, keyLayout } from '../../../ui/charts/kit/key.tsx'
import { shareScale } from '../../../ui/charts/kit/scale.ts'
import { axisRoom, squareLayout } from '../../../ui/charts/kit/square.ts'
import type { MeasureText } from '../../../ui/charts/kit/text.ts'
import type { BandPlace } from '../engine/curve-bands.ts'

interface Place {
  readonly x: number
  readonly y: number
}

/** In the order in which they are drawn. */
export interface PlottedCurve {
  readonly line: readonly Place[]
  readonly band: readonly BandPlace[] | null
  /** Dashed: chance, or another way to decide. */
  readonly against: readonly Place[]
  /** Points whose figures can be read. */
  readonly marks: readonly (Place & { readonly name: string })[]
  /** The ends of the vertical scale; lines are cut there. */
  readonly ends: readonly [low: number, high: number]
}

export function bandPlotLayout(
  { line, band, against, marks, ends }: PlottedCurve,
  items: readonly KeyItem[],
  width: number,
  measure: MeasureText,
) {
  const plot = squareLayout({
    width,
    tall: wide => Math.min(380, wide * 0.85),
    measure,
    xScale: shareScale,
    yScale: range => scaleLinear([...ends], range),
  })
  const { x, y, bottom } = plot
  const [low, high] = ends
  const at = (across: number, up: number) =>
    `${x(across).toFixed(1)} ${y(Math.min(high, Math.max(low, up))).toFixed(1)}`
  const path = (places: readonly Place[]) =>
    places.length === 0 ? '' : `M${places.map(place => at(place.x, place.y)).join('L')}`
  const keys = keyLayout(items, width, measure)
  const keyY = bottom + axisRoom
  return {
    ...{ plot, keys, keyY, height: keyY + keys.height },
    line: path(line),
    against: path(against),
    band: band
      ? `M${band.map(place => at(place.x, place.high)).join('L')}L${band
          .toReversed()
          .map(place => at(place.x, place.low))
          .join('L')}Z`
      : null,
    marks: marks.map(mark => ({ ...mark, x: x(mark.x), y: y(Math.min(high, Math.max(low, mark.y))) })),
  }
}
