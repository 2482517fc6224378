import type { CompareRow } from '../compare-rows.ts'
import { breakLabel } from './cube-layout.ts'

export interface DifferenceLine {
  readonly row: CompareRow
  /** Empty where the line above has the same. */
  readonly lines: readonly string[]
  /** Middle of the line. */
  readonly y: number
}

export interface DifferenceLayout {
  readonly width: number
  readonly height: number
  /** Where the lines begin and end. */
  readonly top: number
  readonly bottom: number
  readonly lines: readonly DifferenceLine[]
  /** The scale reaches as far to either side. */
  readonly reach: number
  readonly ticks: readonly number[]
  readonly x: (difference: number) => number
  readonly left: number
  readonly right: number
}

const reaches = [0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1]

/** A line per slice and run on one scale around zero; on narrow screens labels stand above their lines. */
export function differenceLayout(rows: readonly CompareRow[], width: number): DifferenceLayout {
  const isNarrow = width < 520
  const labelWidth = isNarrow ? 0 : Math.min(260, Math.round(width * 0.3))
  const [left, right] = [labelWidth + 30, width - 92]
  const reach = scaleReach(rows)
  const middle = (left + right) / 2
  const x = (difference: number) => middle + (difference / reach) * ((right - left) / 2)
  const top = 26
  let bottom = top
  const lines = rows.map((row, at) => {
    const isNew = at === 0 || rows[at - 1]?.label !== row.label
    const text = isNew ? breakLabel(row.label, Math.floor(isNarrow ? width / 7 : labelWidth / 6.6)) : []
    const above = isNew && isNarrow ? 6 + 15 * text.length : isNew && at > 0 ? 6 : 0
    const size = isNarrow ? 20 : Math.max(22, 15 * text.length + 6)
    const y = bottom + above + size / 2
    bottom += above + size
    return { row, lines: text, y }
  })
  const ticks = [-1, -0.5, 0, 0.5, 1].map(share => share * reach)
  return { width, height: bottom + 8, top, bottom, lines, reach, ticks, x, left, right }
}

/** The least of the usual scales that holds every interval. */
function scaleReach(rows: readonly CompareRow[]): number {
  const needed = Math.max(...rows.flatMap(({ low, high }) => [-low, high]))
  return reaches.find(reach => reach >= needed) ?? 1
}
