import { type KeyItem, keyLayout } from '../../charts/kit/key.tsx'
import { linesLayout } from '../../charts/kit/lines.ts'
import { differenceScale, pointsTick, ticksAcross } from '../../charts/kit/scale.ts'
import { fitText, type MeasureText } from '../../charts/kit/text.ts'
import { count, points } from '../../text/format.ts'
import type { CompareRow } from './compare-rows.ts'

export type DifferenceLayout = ReturnType<typeof differenceLayout>
/** A row with its place and its figures as texts. */
export type DifferenceLine = DifferenceLayout['lines'][number]

interface Options {
  /** Names of the runs, in the order of their numbers. */
  readonly names: readonly string[]
  readonly items: readonly KeyItem[]
  readonly width: number
  readonly measure: MeasureText
}

const top = 26
const nameLine = 18

/** A line per slice and run on one scale around zero. */
export function differenceLayout(rows: readonly CompareRow[], options: Options) {
  const { names, items, width, measure } = options
  const several = names.length > 2
  const figures = rows.map(row => ({ row, difference: points(row.difference), n: `n ${count(row.n)}` }))
  const plot = linesLayout(
    // The runs of one slice are below its label.
    rows.map(({ label }, at) => ({ label: rows[at - 1]?.label === label ? null : label, tall: 22 })),
    [
      { texts: figures.map(({ difference }) => difference), style: 'plot-value' },
      { texts: figures.map(({ n }) => n), style: 'plot-n' },
    ],
    { width, measure, top, inset: several ? 40 : 20, apart: 6 },
  )
  const x = differenceScale(
    rows.flatMap(({ low, high }) => [low, high]),
    [plot.left, plot.right],
  )
  const keys = keyLayout(items, width, measure)
  const keyY = plot.bottom + 8
  const namesY = keyY + keys.height + 14
  return {
    ...plot,
    width,
    height: keyY + keys.height + 4 + (several ? nameLine * names.length : 0),
    top,
    lines: plot.lines.flatMap((line, at) => {
      const figure = figures[at]
      return figure ? [{ ...line, ...figure }] : []
    }),
    ticks: ticksAcross(x, measure, pointsTick),
    x,
    keyY,
    keys,
    /** The runs by their numbers, a line each; empty where there are only two. */
    names: (several ? names : []).map((name, at) => ({
      text: fitText(`${at + 1}: ${at === 0 ? 'baseline, ' : ''}${name}`, width, measure, 'plot-key'),
      y: namesY + nameLine * at,
    })),
  }
}
