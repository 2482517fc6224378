import { type KeyItem, keyLayout } from '../../../ui/charts/kit/key.tsx'
import { closeShareScale } from '../../../ui/charts/kit/scale.ts'
import { axisRoom, squareLayout } from '../../../ui/charts/kit/square.ts'
import type { MeasureText } from '../../../ui/charts/kit/text.ts'

/** A share with its interval; the interval is the share itself where none is known. */
export interface Position {
  readonly share: number
  readonly low: number
  readonly high: number
}

export interface ScatterPoint {
  readonly key: string
  /** Measured here, or printed in a paper: never drawn alike. */
  readonly kind: 'measured' | 'published'
  readonly name: string
  /** The mark of a measured point. */
  readonly sign: string
  readonly x: Position
  /** Null if only the other figure is known: the point is in the strip below the plot. */
  readonly y: Position | null
  /** Where a measured point leads. */
  readonly href: string | null
  /** Its figures in words. */
  readonly text: string
}

export type ScatterLayout = ReturnType<typeof scatterLayout>

const stripHeight = 40

/** Scales as narrow as the points allow, and a strip below for those with only one figure. */
export function scatterLayout(
  points: readonly ScatterPoint[],
  items: readonly KeyItem[],
  width: number,
  measure: MeasureText,
) {
  const ends = (positions: readonly Position[]) => positions.flatMap(({ low, high }) => [low, high])
  const plot = squareLayout({
    width,
    tall: wide => Math.min(460, Math.max(240, wide * 0.62)),
    measure,
    xScale: range => closeShareScale(ends(points.map(point => point.x)), range),
    yScale: range => closeShareScale(ends(points.flatMap(point => point.y ?? [])), range),
  })
  const hasStrip = points.some(({ y }) => y === null)
  const foot = hasStrip ? stripHeight : 0
  const keyY = plot.bottom + foot + axisRoom
  const keys = keyLayout(items, width, measure)
  return {
    plot,
    height: keyY + keys.height,
    /** Baseline of the strip of points with one figure; null if there are none. */
    strip: hasStrip ? plot.bottom + 16 : null,
    foot,
    /** In reading order: from left to right; y is the middle of the strip where it is not known. */
    points: points
      .map(point => ({
        point,
        x: plot.x(point.x.share),
        y: point.y ? plot.y(point.y.share) : plot.bottom + stripHeight - 12,
      }))
      .sort((a, b) => a.point.x.share - b.point.x.share),
    keyY,
    keys,
  }
}
