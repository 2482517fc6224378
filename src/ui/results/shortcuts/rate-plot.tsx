import { counted } from '../../../engine/base/counted.ts'
import type { Rate } from '../../../engine/statistics/bootstrap.ts'
import type { KeyItem } from '../../charts/kit/key.tsx'
import { Dot } from '../../charts/kit/marks.tsx'
import { SharePlot } from '../../charts/share-plot.tsx'
import { count, interval, percent } from '../../text/format.ts'

export interface RateRow {
  readonly key: string
  readonly label: string
  readonly share: Rate
  readonly images: number
}

interface Props {
  readonly title: string
  readonly rows: readonly RateRow[]
  readonly href: (row: RateRow) => string
  readonly file: string
}

const items: readonly KeyItem[] = [
  { text: 'bootstrap interval', width: 12, sign: <Dot x={6} y={0} /> },
  { text: 'all images agree', width: 12, sign: <Dot x={6} y={0} isHollow /> },
]

/** Rates as dots with their intervals; hollow where all images agree, so that resampling gives no spread. */
export function RatePlot(props: Props) {
  return (
    <SharePlot
      {...props}
      textOf={textOf}
      hint="Point at a line for its figures. Click it for its chains."
      dot={({ share }, x, y) => <Dot x={x} y={y} isHollow={share.method === 'korn-graubard'} />}
      items={items}
    />
  )
}

function textOf({ label, share: rate, images }: RateRow): string {
  const { n, correct, share, low, high, method } = rate
  if (n === 0) return `${label}: no such links on ${counted(images, 'image')}`
  const by = { 'korn-graubard': 'Korn–Graubard', bootstrap: 'bootstrap', sequence: 'confidence sequence' }[
    method
  ]
  return `${label}: ${percent(share)}, 95% interval ${interval(low, high)} (${by}), ${count(correct)} of ${counted(n, 'link')} on ${counted(images, 'image')}`
}
