import type { Estimate } from '../../engine/report.ts'
import { label } from '../format.ts'
import { breakLabel } from './cube-layout.ts'

export interface PlotMark {
  /** Place in the list of series. */
  readonly series: number
  readonly estimate: Estimate
}

export interface PlotRow {
  readonly key: string
  readonly label: string
  readonly marks: readonly PlotMark[]
}

export interface IntervalLayout {
  readonly height: number
  /** Where the first row begins. */
  readonly top: number
  readonly right: number
  readonly x: (share: number) => number
  readonly keys: readonly {
    readonly name: string
    readonly series: number
    readonly x: number
    readonly y: number
  }[]
  readonly lines: readonly {
    readonly key: string
    readonly label: readonly string[]
    /** Baseline of the label's first line. */
    readonly labelY: number
    readonly marks: readonly (PlotMark & { readonly y: number })[]
  }[]
}

const markHeight = 20

/** A line for every mark, so that no interval covers another; on narrow screens labels stand above their lines. */
export function intervalLayout(
  rows: readonly PlotRow[],
  series: readonly string[],
  width: number,
): IntervalLayout {
  const isNarrow = width < 520
  const labelWidth = isNarrow ? 0 : 190
  const [left, right] = [labelWidth + 10, width - 108]
  const keys = keysOf(series, width)
  const top = (keys.at(-1)?.y ?? -12) + 40
  let bottom = top
  const lines = rows.map((row, at) => {
    const text = breakLabel(label(row.label), isNarrow ? Math.floor(width / 7) : 27)
    const above = (isNarrow ? 15 * text.length + 4 : 0) + (at > 0 ? 8 : 0)
    const size = Math.max(markHeight * row.marks.length, isNarrow ? 0 : 15 * text.length + 5)
    const first = bottom + above
    const middle = first + size / 2
    bottom = first + size
    return {
      key: row.key,
      label: text,
      labelY: isNarrow ? first - 4 - 15 * (text.length - 1) : middle + 4 - 7.5 * (text.length - 1),
      marks: row.marks.map((mark, i) => ({
        ...mark,
        y: middle + (i - (row.marks.length - 1) / 2) * markHeight,
      })),
    }
  })
  return { height: bottom + 8, top, right, x: share => left + share * (right - left), keys, lines }
}

/** What the shapes mean, in as many lines as it takes; nothing where there is only one. */
function keysOf(series: readonly string[], width: number): IntervalLayout['keys'] {
  if (series.length < 2) return []
  let [x, y] = [0, 12]
  return series.map((name, at) => {
    const wide = 16 + name.length * 6.4
    if (x > 0 && x + wide > width) [x, y] = [0, y + 20]
    const place = { name, series: at, x, y }
    x += wide + 20
    return place
  })
}
