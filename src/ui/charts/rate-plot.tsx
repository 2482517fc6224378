import type { Rate } from '../../engine/statistics/bootstrap.ts'
import { count, counted, interval, percent } from '../format.ts'
import { SharePlot } from './share-plot.tsx'

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

/** Rates as dots with their intervals; hollow where drawing images again shows no doubt and Wilson's stands in. */
export function RatePlot(props: Props) {
  return (
    <SharePlot
      {...props}
      textOf={textOf}
      hint="Point at a line for its figures; open it for its chains."
      dot={({ share }, cx, cy) => <Dot cx={cx} cy={cy} isHollow={share.method === 'wilson'} />}
      legend={
        <>
          <Dot cx={6} cy={-4} isHollow={false} />
          <text className="cube-legend" x="18">
            bootstrap interval
          </text>
          <Dot cx={148} cy={-4} isHollow />
          <text className="cube-legend" x="160">
            Wilson’s
          </text>
        </>
      }
    />
  )
}

function Dot({ cx, cy, isHollow }: { readonly cx: number; readonly cy: number; readonly isHollow: boolean }) {
  const fill = isHollow ? 'var(--paper)' : 'var(--ink)'
  return <circle cx={cx} cy={cy} r="4.5" style={{ fill, stroke: 'var(--ink)' }} strokeWidth="1.5" />
}

function textOf({ label, share: rate, images }: RateRow): string {
  const { n, correct, share, low, high, method } = rate
  if (n === 0) return `${label}: no such links on ${counted(images, 'image')}`
  const by = method === 'wilson' ? 'Wilson’s' : 'bootstrap'
  return `${label}: ${percent(share)}, 95% interval ${interval(low, high)} (${by}), ${count(correct)} of ${counted(n, 'link')} on ${counted(images, 'image')}`
}
