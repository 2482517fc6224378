import type { CoverageEstimate } from '@voxelwise/statistics'
import { useMemo } from 'react'
import { counted } from '../../../engine/base/counted.ts'
import { SquareAxes } from '../../../ui/charts/kit/axis.tsx'
import { inBothWidths } from '../../../ui/charts/kit/both-widths.tsx'
import { useChartWidth } from '../../../ui/charts/kit/chart-width.ts'
import { Key, type KeyItem, keyLayout } from '../../../ui/charts/kit/key.tsx'
import { MarkedChart } from '../../../ui/charts/kit/mark.tsx'
import { axisRoom, shareSquare } from '../../../ui/charts/kit/square.ts'
import type { MeasureText } from '../../../ui/charts/kit/text.ts'
import { count, interval, percent } from '../../../ui/text/format.ts'

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
export const CoveragePlot = inBothWidths(Drawn)

function Drawn({ title, curve }: Props) {
  const room = useChartWidth(280, 520)
  const layout = useMemo(
    () => coverageLayout(curve, room.width, room.measure),
    [curve, room.width, room.measure],
  )
  const { plot } = layout
  return (
    <MarkedChart
      title={title}
      file="voxelwise-coverage.svg"
      room={room}
      height={layout.height}
      hint="Point at a dot for its figures."
      marks={layout.marks.map(({ point, x, y }) => ({
        key: point.n,
        href: null,
        name: pointTitle(point),
        shape: (
          <>
            <rect className="mark-reach" x={x - 11} y={plot.top} width="22" height={plot.bottom - plot.top} />
            <circle className="reliability-dot" cx={x} cy={y} r="4" />
          </>
        ),
      }))}
      behind={
        <>
          <SquareAxes layout={plot} xName="Coverage: most confident answers, %" yName="Accuracy, %" />
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; the marks say the figures */}
          <g aria-hidden="true">
            <path className="coverage-band" d={layout.band} />
            <path className="coverage-line" d={layout.line} />
          </g>
        </>
      }
    >
      <Key layout={layout.keys} y={layout.keyY} />
    </MarkedChart>
  )
}

function pointTitle({ coverage, confidence, n, correct, accuracy, low, high }: CoverageEstimate): string {
  return `The most confident ${percent(coverage)} (confidence at least ${percent(confidence)}): accuracy ${percent(accuracy)}, 95% interval ${interval(low, high)}, ${count(correct)} of ${counted(n, 'answer')}`
}

/** The curve as a line within its band, and marks at the tenths. */
function coverageLayout(curve: readonly CoverageEstimate[], width: number, measure: MeasureText) {
  const plot = shareSquare(width, measure)
  const { x, y, bottom } = plot
  const along = (of: (point: CoverageEstimate) => number, points = curve) =>
    points.map(point => `${x(point.coverage).toFixed(1)} ${y(of(point)).toFixed(1)}`).join('L')
  const keys = keyLayout(items, width, measure)
  const keyY = bottom + axisRoom
  return {
    plot,
    height: keyY + keys.height,
    line: `M${along(({ accuracy }) => accuracy)}`,
    band: `M${along(({ high }) => high)}L${along(({ low }) => low, [...curve].reverse())}Z`,
    marks: tenths(curve).map(point => ({ point, x: x(point.coverage), y: y(point.accuracy) })),
    keyY,
    keys,
  }
}

/** The first point of the curve at every tenth of the coverage. */
export function tenths(curve: readonly CoverageEstimate[]): readonly CoverageEstimate[] {
  const points = Array.from({ length: 10 }, (_, i) =>
    curve.find(({ coverage }) => coverage >= (i + 1) / 10 - 1e-9),
  ).filter(point => point !== undefined)
  return [...new Set(points)]
}
