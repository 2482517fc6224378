import { counted } from '../../../engine/base/counted.ts'
import type { Rate } from '../../../engine/statistics/bootstrap.ts'
import type { KeyItem } from '../../charts/kit/key.tsx'
import { Chance, Dot, IntervalAcross } from '../../charts/kit/marks.tsx'
import { SharePlot } from '../../charts/share-plot.tsx'
import { count, interval, percent } from '../../text/format.ts'

interface RateRow {
  readonly key: string
  readonly label: string
  readonly share: Rate
  readonly images: number
  /** The rate after right perception; null where it is not what the rate is compared with. */
  readonly reference: number | null
  /** What guessing gives; null likewise. */
  readonly guessing: number | null
}

/** A label with fewer links is not drawn: its figures are in the table. */
export const leastDrawn = 5

interface Props {
  readonly title: string
  readonly rows: readonly RateRow[]
  readonly href: (row: RateRow) => string | null
  readonly file: string
}

const rateItem: KeyItem = {
  text: 'rate, 95% interval',
  width: 24,
  sign: (
    <>
      <IntervalAcross low={0} high={24} y={0} />
      <Dot x={12} y={0} />
    </>
  ),
}
const referenceItems: readonly KeyItem[] = [
  { text: 'after right perception', width: 2, sign: <Reference x={1} y={0} /> },
  { text: 'guessing', width: 2, sign: <Chance x={1} y={0} /> },
]

/** Rates as dots with their intervals, next to what they are to be compared with. */
export function RatePlot(props: Props) {
  const rows = props.rows.filter(({ share }) => share.n >= leastDrawn)
  if (rows.length === 0) return null
  const hasReference = rows.some(({ reference }) => reference !== null)
  return (
    <SharePlot
      {...props}
      rows={rows}
      textOf={textOf}
      hint="Point at a line for its figures. Click it for its chains."
      behind={({ reference, guessing }, x, y) => (
        <>
          {guessing !== null && <Chance x={x(guessing)} y={y} />}
          {reference !== null && <Reference x={x(reference)} y={y} />}
        </>
      )}
      dot={(_, x, y) => <Dot x={x} y={y} />}
      items={hasReference ? [rateItem, ...referenceItems] : [rateItem]}
    />
  )
}

function Reference({ x, y }: { readonly x: number; readonly y: number }) {
  return <path className="whisker-reference" d={`M${x} ${y - 9}V${y + 9}`} />
}

function textOf({ label, share: rate, images, reference, guessing }: RateRow): string {
  const { n, correct, share, low, high, method } = rate
  if (n === 0) return `${label}: no such links on ${counted(images, 'image')}`
  const by = { 'korn-graubard': 'Korn–Graubard', bootstrap: 'bootstrap', sequence: 'confidence sequence' }[
    method
  ]
  return `${label}: ${percent(share)}, 95% interval ${interval(low, high)} (${by}), ${count(correct)} of ${counted(n, 'link')} on ${counted(images, 'image')}${reference === null ? '' : `; after right perception ${percent(reference)}`}${guessing === null ? '' : `; guessing ${percent(guessing)}`}`
}
