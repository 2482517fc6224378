import { useMemo } from 'react'
import type { Slice } from '../../engine/report.ts'
import { count, label, none, percent } from '../format.ts'
import { ChartFrame, useRoom } from './chart-frame.tsx'
import { ChartMark } from './chart-mark.tsx'
import { type RateLayout, type RateLine, rateLayout } from './rate-plot-layout.ts'
import { useRoving } from './roving.ts'
import { ShareAxis } from './share-axis.tsx'
import { estimateText } from './voxel-text.tsx'

interface Props {
  readonly title: string
  readonly slices: readonly Slice[]
  /** The samples of a slice. */
  readonly href: (slice: Slice) => string
  readonly file: string
}

interface SliceRow {
  readonly label: string
  readonly slice: Slice
}

/** Accuracy of slices as dots with Wilson's intervals, each with its own line of chance. */
export function SlicePlot({ title, slices, href, file }: Props) {
  const room = useRoom(290, 860)
  const layout = useMemo(
    () =>
      rateLayout(
        slices.map(slice => ({ label: label(slice.label), slice })),
        room.width,
      ),
    [slices, room.width],
  )
  const { svg, pointed, markProps } = useRoving(slices.length)
  const told = pointed === null ? undefined : layout.lines[pointed]?.row
  const textOf = ({ label: name, slice }: SliceRow) => `${name}: ${estimateText(slice)}`
  return (
    <ChartFrame
      title={title}
      file={file}
      room={room}
      height={layout.height}
      svg={svg}
      told={told ? textOf(told) : null}
      hint="Point at a line for its figures; open it for its samples."
    >
      <ShareAxis x={layout.x} top={layout.top - 6} bottom={layout.bottom} />
      {layout.lines.map((line, at) => (
        <ChartMark
          key={line.row.slice.label}
          href={href(line.row.slice)}
          name={textOf(line.row)}
          className="mark"
          markProps={markProps(at)}
        >
          <Line line={line} layout={layout} />
        </ChartMark>
      ))}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every line's own name says its figures */}
      <g aria-hidden="true" className="plot-texts">
        {layout.lines.map(line => (
          <Texts key={line.row.slice.label} line={line} layout={layout} />
        ))}
      </g>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; it explains what only eyes see */}
      <g aria-hidden="true" transform={`translate(0 ${layout.bottom + 22})`}>
        <path className="plot-whisker" d="M0 -4H24" />
        <circle className="series-full" cx="12" cy="-4" r="4.5" />
        <text className="cube-legend" x="32">
          accuracy, Wilson’s 95% interval
        </text>
        <path className="whisker-chance" d="M220 -12V4" />
        <text className="cube-legend" x="228">
          chance
        </text>
      </g>
    </ChartFrame>
  )
}

interface LineProps {
  readonly line: RateLine<SliceRow>
  readonly layout: RateLayout<SliceRow>
}

function Line({ line: { row, y }, layout: { x, width } }: LineProps) {
  const { n, share, low, high, chance } = row.slice
  return (
    <>
      <rect className="mark-reach" x="0" y={y - 11} width={width} height="22" />
      {chance !== null && <path className="whisker-chance" d={`M${x(chance)} ${y - 10}V${y + 10}`} />}
      {n > 0 && (
        <>
          <path className="plot-whisker" d={`M${x(low)} ${y}H${x(high)}`} />
          <circle className="series-full" cx={x(share)} cy={y} r="4.5" />
        </>
      )}
    </>
  )
}

/** Its label and figures, beside the mark: the name of the mark says them in full. */
function Texts({ line: { row, lines, y }, layout: { right, isNarrow } }: LineProps) {
  const { n, share } = row.slice
  const first = isNarrow ? y - 16 - 15 * (lines.length - 1) : y + 4 - 7.5 * (lines.length - 1)
  return (
    <>
      <text className="plot-label">
        {lines.map((text, at) => (
          <tspan key={text} x="0" y={first + 15 * at}>
            {text}
          </tspan>
        ))}
      </text>
      <text className="plot-value" x={right + 14} y={y + 4}>
        {n === 0 ? none : percent(share)}
        <tspan className="plot-n" x={right + 62}>
          n {count(n)}
        </tspan>
      </text>
    </>
  )
}
