import { useMemo } from 'react'
import type { CoveragePoint } from '../../engine/statistics/selective.ts'
import { count, counted, interval, percent } from '../format.ts'
import { ChartFrame, useRoom } from './chart-frame.tsx'
import { ChartMark } from './chart-mark.tsx'
import { useRoving } from './roving.ts'
import { SquareAxes, squareLayout } from './square-axes.tsx'

interface Props {
  readonly title: string
  readonly curve: readonly CoveragePoint[]
}

/** Accuracy where the model only answers what it is surest of, with Wilson's interval at every point. */
export function CoveragePlot({ title, curve }: Props) {
  const room = useRoom(280, 520)
  const layout = useMemo(
    () => squareLayout(room.width, Math.round(Math.min(380, room.width * 0.8))),
    [room.width],
  )
  const marks = useMemo(() => tenths(curve), [curve])
  const { svg, pointed, markProps } = useRoving(marks.length)
  const told = pointed === null ? undefined : marks[pointed]
  const { x, y, top, bottom } = layout
  const line = (of: (point: CoveragePoint) => number, points = curve) =>
    points.map(point => `${x(point.coverage).toFixed(1)} ${y(of(point)).toFixed(1)}`).join('L')
  return (
    <ChartFrame
      title={title}
      file="voxelwise-coverage.svg"
      room={room}
      height={bottom + 66}
      svg={svg}
      told={told ? textOf(told) : null}
      hint="Point at a dot for its figures."
    >
      <SquareAxes layout={layout} xName="Coverage: the surest answers, %" yName="Right, %" />
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; the marks say the figures */}
      <g aria-hidden="true">
        <path
          className="coverage-band"
          d={`M${line(({ high }) => high)}L${line(({ low }) => low, [...curve].reverse())}Z`}
        />
        <path className="coverage-line" d={`M${line(({ accuracy }) => accuracy)}`} />
      </g>
      {marks.map((point, at) => (
        <ChartMark key={point.n} href={null} name={textOf(point)} className="mark" markProps={markProps(at)}>
          <rect className="mark-reach" x={x(point.coverage) - 11} y={top} width="22" height={bottom - top} />
          <circle className="reliability-dot" cx={x(point.coverage)} cy={y(point.accuracy)} r="4" />
        </ChartMark>
      ))}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; it explains what only eyes see */}
      <g aria-hidden="true" transform={`translate(0 ${bottom + 56})`}>
        <rect className="coverage-band" x="0" y="-9" width="22" height="10" />
        <text className="cube-legend" x="28">
          95% interval at each point
        </text>
      </g>
    </ChartFrame>
  )
}

function textOf({ coverage, confidence, n, correct, accuracy, low, high }: CoveragePoint): string {
  return `The surest ${percent(coverage)}, at least ${percent(confidence)} sure: ${percent(accuracy)} right, 95% interval ${interval(low, high)}, ${count(correct)} of ${counted(n, 'answer')}`
}

/** The first point of the curve at every tenth of the coverage. */
export function tenths(curve: readonly CoveragePoint[]): readonly CoveragePoint[] {
  const found = Array.from({ length: 10 }, (_, i) =>
    curve.find(({ coverage }) => coverage >= (i + 1) / 10 - 1e-9),
  ).filter(point => point !== undefined)
  return [...new Set(found)]
}
