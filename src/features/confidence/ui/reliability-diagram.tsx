import type { ReliabilityBin } from '@voxelwise/statistics'
import { max } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { useMemo } from 'react'
import { counted } from '../../../engine/base/counted.ts'
import { SquareAxes } from '../../../ui/charts/kit/axis.tsx'
import { inBothWidths } from '../../../ui/charts/kit/both-widths.tsx'
import { useChartWidth } from '../../../ui/charts/kit/chart-width.ts'
import { Key, type KeyItem, keyLayout } from '../../../ui/charts/kit/key.tsx'
import { MarkedChart } from '../../../ui/charts/kit/mark.tsx'
import { Bar, IntervalUp } from '../../../ui/charts/kit/marks.tsx'
import { axisRoom, shareSquare } from '../../../ui/charts/kit/square.ts'
import type { MeasureText } from '../../../ui/charts/kit/text.ts'
import { count, interval, percent } from '../../../ui/text/format.ts'

interface Props {
  readonly title: string
  readonly bins: readonly ReliabilityBin[]
  /** The samples of a bin. */
  readonly href: (bin: ReliabilityBin) => string
}

const items: readonly KeyItem[] = [
  { text: 'calibrated', width: 22, sign: <path className="calibrated" d="M0 0h22" /> },
  { text: 'gap', width: 5, sign: <path className="miscalibration" d="M2.5 6V-6" /> },
  { text: 'n', width: 10, sign: <Bar left={0} right={10} top={-5} bottom={5} /> },
]

/** Accuracy by confidence; on the diagonal both are equal. */
export const ReliabilityDiagram = inBothWidths(Drawn)

function Drawn({ title, bins, href }: Props) {
  const room = useChartWidth(280, 520)
  const layout = useMemo(
    () => reliabilityLayout(bins, room.width, room.measure),
    [bins, room.width, room.measure],
  )
  const { x, y } = layout.plot
  return (
    <MarkedChart
      title={title}
      file="voxelwise-reliability.svg"
      room={room}
      height={layout.height}
      hint="Point at a bin for its figures. Click it for its samples."
      marks={layout.bins.map(placed => ({
        key: placed.bin.to,
        href: href(placed.bin),
        name: binTitle(placed.bin),
        shape: <Bin placed={placed} layout={layout} />,
      }))}
      behind={
        <>
          <SquareAxes layout={layout.plot} xName="Confidence, %" yName="Accuracy, %" foot={layout.foot} />
          <path className="calibrated" d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`} />
        </>
      }
    >
      <Key layout={layout.keys} y={layout.keyY} />
    </MarkedChart>
  )
}

function binTitle({ from, to, n, correct, confidence, accuracy, interval: { low, high } }: ReliabilityBin) {
  return `Confidence ${interval(from, to)}: mean ${percent(confidence)}, accuracy ${percent(accuracy)}, 95% interval ${interval(low, high)}, ${count(correct)} of ${counted(n, 'answer')} right`
}

const bars = { gap: 18, height: 46, number: 14 }

/** Bins over one scale, and below the number of answers in each. */
function reliabilityLayout(bins: readonly ReliabilityBin[], width: number, measure: MeasureText) {
  const plot = shareSquare(width, measure)
  const { x, y } = plot
  /** From the plot to the foot of the bars below it. */
  const foot = bars.gap + bars.height
  const floor = plot.bottom + foot
  const most = max(bins, ({ n }) => n) ?? 1
  const tall = scaleLinear([0, most], [floor, floor - bars.height + bars.number])
  const keys = keyLayout(items, width, measure)
  const keyY = floor + axisRoom
  const placed = bins.map(bin => {
    const [left, right] = [x(bin.from), Math.max(x(bin.to), x(bin.from) + 3)]
    const n = count(bin.n)
    return {
      ...{ bin, left, right },
      x: x(bin.confidence),
      y: y(bin.accuracy),
      low: y(bin.interval.low),
      high: y(bin.interval.high),
      /** The diagonal at the dot. */
      calibrated: y(bin.confidence),
      barTop: tall(bin.n),
      /** Above the bar, where it has room. */
      n: measure(n, 'plot-tick') + 2 <= right - left ? n : null,
    }
  })
  return { plot, height: keyY + keys.height, foot, floor, bins: placed, keyY, keys }
}

interface BinProps {
  readonly placed: BinProps['layout']['bins'][number]
  readonly layout: ReturnType<typeof reliabilityLayout>
}

/** The bin's dot with its interval, the gap to the diagonal, and below its number of answers. */
function Bin({ placed, layout }: BinProps) {
  const { left, right, x, y, low, high, calibrated, barTop, n } = placed
  const { plot, floor } = layout
  return (
    <>
      <rect className="mark-reach" x={left} y={plot.top} width={right - left} height={floor - plot.top} />
      <path className="miscalibration" d={`M${x} ${calibrated}V${y}`} />
      <IntervalUp x={x} low={low} high={high} hasEnds />
      <circle className="reliability-dot" cx={x} cy={y} r="4.5" />
      <Bar left={left + 1} right={right - 1} top={barTop} bottom={floor} />
      {n !== null && (
        <text className="plot-tick" x={(left + right) / 2} y={barTop - 4}>
          {n}
        </text>
      )}
    </>
  )
}
