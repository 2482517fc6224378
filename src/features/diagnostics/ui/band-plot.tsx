import { useMemo } from 'react'
import { SquareAxes } from '../../../ui/charts/kit/axis.tsx'
import { inBothWidths } from '../../../ui/charts/kit/both-widths.tsx'
import { useChartWidth } from '../../../ui/charts/kit/chart-width.ts'
import { Key, type KeyItem } from '../../../ui/charts/kit/key.tsx'
import { MarkedChart } from '../../../ui/charts/kit/mark.tsx'
import { bandPlotLayout, type PlottedCurve } from './band-plot-layout.ts'

interface Props {
  readonly title: string
  readonly file: string
  readonly xName: string
  readonly yName: string
  readonly curve: PlottedCurve
  /** What the dashed line is. */
  readonly against: string
}

/** One curve with its 95 % band. */
export const BandPlot = inBothWidths(Drawn)

function Drawn({ title, file, xName, yName, curve, against }: Props) {
  const room = useChartWidth(280, 520)
  const layout = useMemo(() => {
    const items: readonly KeyItem[] = [
      { text: against, width: 22, sign: <path className="calibrated" d="M0 0h22" /> },
      ...(curve.band
        ? [
            {
              text: '95% interval at each point',
              width: 22,
              sign: <rect className="coverage-band" x="0" y="-5" width="22" height="10" />,
            },
          ]
        : []),
    ]
    return bandPlotLayout(curve, items, room.width, room.measure)
  }, [curve, against, room.width, room.measure])
  const { plot } = layout
  return (
    <MarkedChart
      title={title}
      file={file}
      room={room}
      height={layout.height}
      hint="Point at a dot for its figures."
      marks={layout.marks.map(({ name, x, y }) => ({
        key: name,
        href: null,
        name,
        shape: (
          <>
            <circle className="mark-reach" cx={x} cy={y} r="11" />
            <circle className="reliability-dot" cx={x} cy={y} r="4" />
          </>
        ),
      }))}
      behind={
        <>
          <SquareAxes layout={plot} xName={xName} yName={yName} />
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; the marks say the figures */}
          <g aria-hidden="true">
            {layout.band && <path className="coverage-band" d={layout.band} />}
            <path className="calibrated" d={layout.against} />
            <path className="coverage-line" d={layout.line} />
          </g>
        </>
      }
    >
      <Key layout={layout.keys} y={layout.keyY} />
    </MarkedChart>
  )
}
