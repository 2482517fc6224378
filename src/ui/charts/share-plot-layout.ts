import { breakLabel } from './cube-layout.ts'

export interface ShareLine<Row> {
  readonly row: Row
  readonly lines: readonly string[]
  /** Middle of the line. */
  readonly y: number
}

export interface SharePlotLayout<Row> {
  readonly width: number
  readonly height: number
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
  /** Labels stand above their lines where there is no room beside. */
  readonly isNarrow: boolean
  readonly lines: readonly ShareLine<Row>[]
  readonly x: (share: number) => number
}

/** A line per label on one scale from 0 to 100 %. */
export function sharePlotLayout<Row extends { readonly label: string }>(
  rows: readonly Row[],
  width: number,
): SharePlotLayout<Row> {
  const isNarrow = width < 520
  const labelWidth = isNarrow ? 0 : Math.min(230, Math.round(width * 0.3))
  const [left, right] = [labelWidth + 10, width - 128]
  const top = 26
  let bottom = top
  const lines = rows.map(row => {
    const text = breakLabel(row.label, Math.floor(isNarrow ? width / 7 : labelWidth / 6.6))
    const above = isNarrow ? 6 + 15 * text.length : 0
    const size = isNarrow ? 20 : Math.max(24, 15 * text.length + 6)
    const y = bottom + above + size / 2
    bottom += above + size
    return { row, lines: text, y }
  })
  const x = (share: number) => left + share * (right - left)
  return { width, height: bottom + 36, top, bottom, left, right, isNarrow, lines, x }
}
