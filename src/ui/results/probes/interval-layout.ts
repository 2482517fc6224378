import type { ShownShare } from '../../../engine/analysis/shares.ts'
import { type KeyItem, type KeyLayout, keyLayout } from '../../charts/kit/key.tsx'
import { type LinesLayout, linesLayout } from '../../charts/kit/lines.ts'
import { type Scale, shareScale, shareTick, type Tick, ticksAcross } from '../../charts/kit/scale.ts'
import type { MeasureText } from '../../charts/kit/text.ts'
import { count, label, none, percent } from '../../text/format.ts'

export interface PlotMark {
  /** Place in the list of series. */
  readonly series: number
  readonly estimate: ShownShare
}

export interface PlotRow {
  readonly key: string
  readonly label: string
  readonly marks: readonly PlotMark[]
}

/** A mark with its place and its figures as texts. */
export interface PlacedMark extends PlotMark {
  readonly y: number
  readonly share: string
  readonly n: string
}

export interface IntervalLayout extends LinesLayout {
  readonly height: number
  /** Where the first row begins. */
  readonly top: number
  readonly x: Scale
  readonly ticks: readonly Tick[]
  readonly keys: KeyLayout
  /** The marks of each row. */
  readonly marks: readonly (readonly PlacedMark[])[]
}

const markHeight = 20

/** A line for every mark, so that no interval covers another; the key names the series where there are several. */
export function intervalLayout(
  rows: readonly PlotRow[],
  items: readonly KeyItem[],
  width: number,
  measure: MeasureText,
): IntervalLayout {
  const keys = keyLayout(items.length < 2 ? [] : items, width, measure)
  const top = keys.height + 30
  const figures = rows.map(({ marks }) =>
    marks.map(mark => ({
      ...mark,
      share: mark.estimate.n > 0 ? percent(mark.estimate.share) : none,
      n: `n ${count(mark.estimate.n)}`,
    })),
  )
  const lines = linesLayout(
    rows.map(row => ({ label: label(row.label), tall: markHeight * row.marks.length })),
    [
      { texts: figures.flat().map(({ share }) => share), style: 'plot-value' },
      { texts: figures.flat().map(({ n }) => n), style: 'plot-n' },
    ],
    { width, measure, top, apart: 8 },
  )
  const x = shareScale([lines.left, lines.right])
  const marks = figures.map((row, at) =>
    row.map((mark, i) => ({
      ...mark,
      y: (lines.lines[at]?.y ?? 0) + (i - (row.length - 1) / 2) * markHeight,
    })),
  )
  return {
    ...lines,
    height: lines.bottom + 8,
    top,
    x,
    ticks: ticksAcross(x, measure, shareTick),
    keys,
    marks,
  }
}
