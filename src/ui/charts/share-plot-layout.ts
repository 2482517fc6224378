import type { Share } from '../shared/table/share-text.tsx'
import { count, none, percent } from '../text/format.ts'
import { type KeyItem, keyLayout } from './kit/key.tsx'
import { linesLayout } from './kit/lines.ts'
import { shareScale, shareTick, ticksAcross } from './kit/scale.ts'
import type { MeasureText } from './kit/text.ts'

export interface ShareRow {
  readonly key: string
  readonly label: string
  readonly share: Share
}

const top = 26

/** A line per label on one scale from 0 to 100 %. */
export function sharePlotLayout(
  rows: readonly ShareRow[],
  items: readonly KeyItem[],
  width: number,
  measure: MeasureText,
) {
  /** The texts of the columns of figures, line by line. */
  const figures = rows.map(({ share: { n, share } }) => ({
    share: n === 0 ? none : percent(share),
    n: `n ${count(n)}`,
  }))
  const lines = linesLayout(
    rows.map(({ label }) => ({ label, tall: 22 })),
    [
      { texts: figures.map(({ share }) => share), style: 'plot-value' },
      { texts: figures.map(({ n }) => n), style: 'plot-n' },
    ],
    { width, measure, top },
  )
  const x = shareScale([lines.left, lines.right])
  const keys = keyLayout(items, width, measure)
  const keyY = lines.bottom + 8
  const ticks = ticksAcross(x, measure, shareTick)
  return { ...lines, width, height: keyY + keys.height + 4, top, x, ticks, keyY, keys, figures }
}
