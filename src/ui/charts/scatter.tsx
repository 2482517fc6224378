import { useMemo } from 'react'
import { percentShort } from '../format.ts'
import { ChartFrame, useRoom } from './chart-frame.tsx'
import { ChartMark } from './chart-mark.tsx'
import { useRoving } from './roving.ts'
import { ScatterKey, scatterKeyHeight } from './scatter-key.tsx'
import { type ScatterLayout, type ScatterPoint, scatterLayout } from './scatter-layout.ts'
import { PointMark } from './scatter-mark.tsx'
import { AxisNames } from './square-axes.tsx'

interface Props {
  readonly title: string
  readonly xName: string
  readonly yName: string
  readonly points: readonly ScatterPoint[]
  readonly file: string
}

/** Two figures of every model against each other: measured ones numbered, published ones apart and hollow. */
export function Scatter({ title, xName, yName, points, file }: Props) {
  const room = useRoom(290, 760)
  const layout = useMemo(() => scatterLayout(points, room.width), [points, room.width])
  const { svg, pointed, markProps } = useRoving(layout.points.length)
  const told = pointed === null ? undefined : layout.points[pointed]
  return (
    <ChartFrame
      title={title}
      file={file}
      room={room}
      height={layout.height + scatterKeyHeight(points)}
      svg={svg}
      told={
        told && (
          <>
            <strong>{told.name}</strong> {told.kind}: {told.text}
          </>
        )
      }
      hint="Point at a mark for its figures."
    >
      <Axes layout={layout} xName={xName} yName={yName} />
      {layout.points.map((point, at) => (
        <ChartMark
          key={point.key}
          href={point.href}
          name={`${point.sign} ${point.name}, ${point.kind}: ${point.text}`.trim()}
          className="plot-mark"
          markProps={markProps(at)}
        >
          <PointMark point={point} layout={layout} />
        </ChartMark>
      ))}
      <ScatterKey points={points} y={layout.height} width={layout.width} />
    </ChartFrame>
  )
}

interface AxesProps {
  readonly layout: ScatterLayout
  readonly xName: string
  readonly yName: string
}

function Axes({ layout, xName, yName }: AxesProps) {
  const { left, right, top, bottom, strip, xScale, yScale, x, y, height } = layout
  const foot = strip === null ? bottom : bottom + 40
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every point's own name says its figures
    <g aria-hidden="true">
      {xScale.ticks.map(tick => (
        <g key={tick}>
          <path className="plot-grid" d={`M${x(tick)} ${top}V${foot}`} />
          <text className="plot-tick" x={x(tick)} y={foot + 16}>
            {percentShort(tick)}
          </text>
        </g>
      ))}
      {yScale.ticks.map(tick => (
        <g key={tick}>
          <path className="plot-grid" d={`M${left} ${y(tick)}H${right}`} />
          <text className="plot-tick end" x={left - 8} y={y(tick) + 4}>
            {percentShort(tick)}
          </text>
        </g>
      ))}
      <path className="plot-zero" d={`M${left} ${bottom}H${right}`} />
      {strip !== null && (
        <text className="cube-legend" x={left + 4} y={strip - 8}>
          published: this figure only
        </text>
      )}
      <AxisNames layout={layout} xName={xName} yName={yName} y={height - 10} />
    </g>
  )
}
