import type { CoverageEstimate } from '../../../engine/statistics/selective.ts'
import { type KeyItem, type KeyLayout, keyLayout } from '../../charts/kit/key.tsx'
import { axisRoom, type SquareLayout, shareSquare } from '../../charts/kit/square.ts'
import type { MeasureText } from '../../charts/kit/text.ts'

export interface CoverageLayout {
  readonly plot: SquareLayout
  readonly height: number
  /** Paths of the accuracy and of its interval. */
  readonly line: string
  readonly band: string
  /** The points that can be pointed at. */
  readonly marks: readonly { readonly point: CoverageEstimate; readonly x: number; readonly y: number }[]
  readonly keyY: number
  readonly keys: KeyLayout
}

/** The curve as a line within its band, and marks at the tenths. */
export function coverageLayout(
  curve: readonly CoverageEstimate[],
  items: readonly KeyItem[],
  width: number,
  measure: MeasureText,
): CoverageLayout {
  const plot = shareSquare(width, measure)
  const { x, y, bottom } = plot
  const along = (of: (point: CoverageEstimate) => number, points = curve) =>
    points.map(point => `${x(point.coverage).toFixed(1)} ${y(of(point)).toFixed(1)}`).join('L')
  const keys = keyLayout(items, width, measure)
  const keyY = bottom + axisRoom
  return {
    plot,
    height: keyY + keys.height,
    line: `M${along(({ accuracy }) => accuracy)}`,
    band: `M${along(({ high }) => high)}L${along(({ low }) => low, [...curve].reverse())}Z`,
    marks: tenths(curve).map(point => ({ point, x: x(point.coverage), y: y(point.accuracy) })),
    keyY,
    keys,
  }
}

/** The first point of the curve at every tenth of the coverage. */
export function tenths(curve: readonly CoverageEstimate[]): readonly CoverageEstimate[] {
  const found = Array.from({ length: 10 }, (_, i) =>
    curve.find(({ coverage }) => coverage >= (i + 1) / 10 - 1e-9),
  ).filter(point => point !== undefined)
  return [...new Set(found)]
}
