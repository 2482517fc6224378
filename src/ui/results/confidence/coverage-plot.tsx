import { useMemo } from 'react'
import { counted } from '../../../engine/base/counted.ts'
import type { CoverageEstimate } from '../../../engine/statistics/selective.ts'
import { SquareAxes } from '../../charts/kit/axis.tsx'
import { useChartWidth } from '../../charts/kit/chart-width.ts'
import { ChartFrame } from '../../charts/kit/frame.tsx'
import { Key, type KeyItem } from '../../charts/kit/key.tsx'
import { ChartMark, useRoving } from '../../charts/kit/mark.tsx'
import { count, interval, percent } from '../../text/format.ts'
import { coverageLayout } from './coverage-layout.ts'

interface Props {
  readonly title: string
  readonly curve: readonly CoverageEstimate[]
}

const items: readonly KeyItem[] = [
  {
    text: '95% interval at each point',
    width: 22,
    sign: <rect className="coverage-band" x="0" y="-5" width="22" height="10" />,
  },
]

/** Accuracy on the most confident answers, with its interval at every point. */
export function CoveragePlot({ title, curve }: Props) {
  const room = useChartWidth(280, 520)
  const layout = useMemo(
    () => coverageLayout(curve, items, room.width, room.measure),
    [curve, room.width, room.measure],
  )
  const { plot, marks } = layout
  const { svg, pointed, markProps } = useRoving(marks.length)
  const shown = pointed === null ? undefined : marks[pointed]
  return (
    <ChartFrame
      title={title}
      file="voxelwise-coverage.svg"
      room={room}
      height={layout.height}
      svg={svg}
      readout={shown ? textOf(shown.point) : null}
      hint="Point at a dot for its figures."
    >
      <SquareAxes layout={plot} xName="Coverage: most confident answers, %" yName="Accuracy, %" />
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; the marks say the figures */}
      <g aria-hidden="true">
        <path className="coverage-band" d={layout.band} />
        <path className="coverage-line" d={layout.line} />
      </g>
      {marks.map(({ point, x, y }, at) => (
        <ChartMark key={point.n} href={null} name={textOf(point)} className="mark" markProps={markProps(at)}>
          <rect className="mark-reach" x={x - 11} y={plot.top} width="22" height={plot.bottom - plot.top} />
          <circle className="reliability-dot" cx={x} cy={y} r="4" />
        </ChartMark>
      ))}
      <Key layout={layout.keys} y={layout.keyY} />
    </ChartFrame>
  )
}

function textOf({ coverage, confidence, n, correct, accuracy, low, high }: CoverageEstimate): string {
  return `The most confident ${percent(coverage)} (confidence at least ${percent(confidence)}): accuracy ${percent(accuracy)}, 95% interval ${interval(low, high)}, ${count(correct)} of ${counted(n, 'answer')}`
}
