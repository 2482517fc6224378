import { useMemo } from 'react'
import type { ReliabilityBin } from '../../engine/statistics/calibration.ts'
import { count, counted, interval, percent } from '../format.ts'
import { ChartFrame, useRoom } from './chart-frame.tsx'
import { ChartMark } from './chart-mark.tsx'
import { useRoving } from './roving.ts'
import { SquareAxes, type SquareLayout, squareLayout } from './square-axes.tsx'

interface Props {
  readonly title: string
  readonly bins: readonly ReliabilityBin[]
  /** The samples of a bin. */
  readonly href: (bin: ReliabilityBin) => string
}

const strip = { gap: 18, height: 46 }

/** How often the model is right, by how sure it is; on the diagonal it is as often right as it is sure. */
export function ReliabilityDiagram({ title, bins, href }: Props) {
  const room = useRoom(280, 520)
  const layout = useMemo(
    () => squareLayout(room.width, Math.round(Math.min(380, room.width * 0.8))),
    [room.width],
  )
  const { svg, pointed, markProps } = useRoving(bins.length)
  const told = pointed === null ? undefined : bins[pointed]
  const foot = strip.gap + strip.height
  const most = Math.max(1, ...bins.map(({ n }) => n))
  return (
    <ChartFrame
      title={title}
      file="voxelwise-reliability.svg"
      room={room}
      height={layout.bottom + foot + 66}
      svg={svg}
      told={told ? textOf(told) : null}
      hint="Point at a bin for its figures; open it for its samples."
    >
      <SquareAxes layout={layout} xName="Confidence, %" yName="Right, %" foot={foot} />
      <path className="calibrated" d={`M${layout.x(0)} ${layout.y(0)}L${layout.x(1)} ${layout.y(1)}`} />
      {bins.map((bin, at) => (
        <ChartMark
          key={bin.to}
          href={href(bin)}
          name={textOf(bin)}
          className="mark"
          markProps={markProps(at)}
        >
          <Bin bin={bin} most={most} layout={layout} />
        </ChartMark>
      ))}
      <Key y={layout.bottom + foot + 56} />
    </ChartFrame>
  )
}

function textOf({ from, to, n, correct, confidence, accuracy, interval: { low, high } }: ReliabilityBin) {
  return `${interval(from, to)} sure: on average ${percent(confidence)} sure and ${percent(accuracy)} right, 95% interval ${interval(low, high)}, ${count(correct)} of ${counted(n, 'answer')} right`
}

interface BinProps {
  readonly bin: ReliabilityBin
  readonly most: number
  readonly layout: SquareLayout
}

/** The bin's dot with its interval, the gap to the diagonal, and below how many answers it holds. */
function Bin({ bin, most, layout }: BinProps) {
  const { x, y, top, bottom } = layout
  const { from, to, n, confidence, accuracy, interval: bounds } = bin
  const [left, right] = [x(from), Math.max(x(to), x(from) + 3)]
  const floor = bottom + strip.gap + strip.height
  const tall = (n / most) * (strip.height - 4)
  const text = count(n)
  const at = x(confidence)
  return (
    <>
      <rect className="mark-reach" x={left} y={top} width={right - left} height={floor - top} />
      <path className="miscalibration" d={`M${at} ${y(confidence)}V${y(accuracy)}`} />
      <path
        className="plot-whisker"
        d={`M${at - 4} ${y(bounds.low)}h8M${at} ${y(bounds.low)}V${y(bounds.high)}M${at - 4} ${y(bounds.high)}h8`}
      />
      <circle className="reliability-dot" cx={at} cy={y(accuracy)} r="4.5" />
      <rect
        className="reliability-bar"
        x={left + 1}
        y={floor - tall}
        width={Math.max(1, right - left - 2)}
        height={tall}
      />
      {right - left > 7 * text.length && (
        <text className="plot-tick" x={(left + right) / 2} y={floor - tall - 4}>
          {text}
        </text>
      )}
    </>
  )
}

function Key({ y }: { readonly y: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; it explains what only eyes see
    <g aria-hidden="true" transform={`translate(0 ${y})`}>
      <path className="calibrated" d="M0 -4h22" />
      <text className="cube-legend" x="28">
        as sure as right
      </text>
      <path className="miscalibration" d="M140 2V-10" />
      <text className="cube-legend" x="150">
        gap
      </text>
      <rect className="reliability-bar" x="186" y="-9" width="10" height="10" />
      <text className="cube-legend" x="202">
        n
      </text>
    </g>
  )
}
