import { useMemo } from 'react'
import { counted } from '../../../engine/base/counted.ts'
import type { ReliabilityBin } from '../../../engine/statistics/calibration.ts'
import { SquareAxes } from '../../charts/kit/axis.tsx'
import { useChartWidth } from '../../charts/kit/chart-width.ts'
import { ChartFrame } from '../../charts/kit/frame.tsx'
import { Key, type KeyItem } from '../../charts/kit/key.tsx'
import { ChartMark, useRoving } from '../../charts/kit/mark.tsx'
import { Bar, IntervalUp } from '../../charts/kit/marks.tsx'
import { count, interval, percent } from '../../text/format.ts'
import { type PlacedBin, type ReliabilityLayout, reliabilityLayout } from './reliability-layout.ts'

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
export function ReliabilityDiagram({ title, bins, href }: Props) {
  const room = useChartWidth(280, 520)
  const layout = useMemo(
    () => reliabilityLayout(bins, items, room.width, room.measure),
    [bins, room.width, room.measure],
  )
  const { svg, pointed, markProps } = useRoving(bins.length)
  const shown = pointed === null ? undefined : bins[pointed]
  const { x, y } = layout.plot
  return (
    <ChartFrame
      title={title}
      file="voxelwise-reliability.svg"
      room={room}
      height={layout.height}
      svg={svg}
      readout={shown ? textOf(shown) : null}
      hint="Point at a bin for its figures. Click it for its samples."
    >
      <SquareAxes layout={layout.plot} xName="Confidence, %" yName="Accuracy, %" foot={layout.foot} />
      <path className="calibrated" d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`} />
      {layout.bins.map((placed, at) => (
        <ChartMark
          key={placed.bin.to}
          href={href(placed.bin)}
          name={textOf(placed.bin)}
          className="mark"
          markProps={markProps(at)}
        >
          <Bin placed={placed} layout={layout} />
        </ChartMark>
      ))}
      <Key layout={layout.keys} y={layout.keyY} />
    </ChartFrame>
  )
}

function textOf({ from, to, n, correct, confidence, accuracy, interval: { low, high } }: ReliabilityBin) {
  return `Confidence ${interval(from, to)}: mean ${percent(confidence)}, accuracy ${percent(accuracy)}, 95% interval ${interval(low, high)}, ${count(correct)} of ${counted(n, 'answer')} right`
}

/** The bin's dot with its interval, the gap to the diagonal, and below its number of answers. */
function Bin({ placed, layout }: { readonly placed: PlacedBin; readonly layout: ReliabilityLayout }) {
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
