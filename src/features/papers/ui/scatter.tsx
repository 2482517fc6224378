import { useMemo } from 'react'
import { counted } from '../../../engine/base/counted.ts'
import { SquareAxes } from '../../../ui/charts/kit/axis.tsx'
import { inBothWidths } from '../../../ui/charts/kit/both-widths.tsx'
import { useChartWidth } from '../../../ui/charts/kit/chart-width.ts'
import { Key, type KeyItem } from '../../../ui/charts/kit/key.tsx'
import { MarkedChart } from '../../../ui/charts/kit/mark.tsx'
import { diamond, IntervalAcross, IntervalUp } from '../../../ui/charts/kit/marks.tsx'
import { type ScatterLayout, type ScatterPoint, scatterLayout } from './scatter-layout.ts'

interface Props {
  readonly title: string
  readonly xName: string
  readonly yName: string
  readonly points: readonly ScatterPoint[]
  readonly file: string
}

/** Two figures of every model against each other: measured ones numbered, published ones apart and hollow. */
export const Scatter = inBothWidths(Drawn)

function Drawn({ title, xName, yName, points, file }: Props) {
  const room = useChartWidth(290, 760)
  const layout = useMemo(
    () => scatterLayout(points, keyItems(points), room.width, room.measure),
    [points, room.width, room.measure],
  )
  return (
    <MarkedChart
      title={title}
      file={file}
      room={room}
      height={layout.height}
      hint="Point at a mark for its figures."
      className="plot-mark"
      marks={layout.points.map(placed => {
        const { key, href, sign, name, kind, text } = placed.point
        return {
          ...{ key, href },
          name: `${sign} ${name}, ${kind}: ${text}`.trim(),
          readout: (
            <>
              <strong>{name}</strong> {kind}: {text}
            </>
          ),
          shape: <PointMark placed={placed} layout={layout} />,
        }
      })}
      behind={
        <>
          <SquareAxes layout={layout.plot} xName={xName} yName={yName} foot={layout.foot} />
          {layout.strip !== null && (
            <text className="plot-key" x={layout.plot.left + 4} y={layout.strip}>
              published: this figure only
            </text>
          )}
        </>
      }
    >
      <Key layout={layout.keys} y={layout.keyY} />
    </MarkedChart>
  )
}

/** The legend of the marks. */
function keyItems(points: readonly ScatterPoint[]): readonly KeyItem[] {
  const published = points.filter(({ kind }) => kind === 'published').length
  const measured = points
    .filter(({ kind }) => kind === 'measured')
    .map(({ sign, name }) => ({
      text: name,
      width: 18,
      height: 18,
      sign: <Disc sign={sign} x={9} y={0} r={9} />,
    }))
  if (published === 0) return measured
  const sign = <path className="published-mark" d={diamond(9, 0, 5)} />
  return [
    ...measured,
    { text: `published, not measured here: ${counted(published, 'model')}`, width: 18, sign },
  ]
}

interface DiscProps {
  readonly sign: string
  readonly x: number
  readonly y: number
  readonly r: number
}

function Disc({ sign, x, y, r }: DiscProps) {
  return (
    <>
      <circle className="measured-mark" cx={x} cy={y} r={r} />
      <text className="measured-sign" x={x} y={y + 4}>
        {sign}
      </text>
    </>
  )
}

interface MarkProps {
  readonly placed: ScatterLayout['points'][number]
  readonly layout: ScatterLayout
}

/** A numbered disc with its intervals where it was measured, a hollow diamond where it was published. */
function PointMark({ placed: { point, x, y }, layout: { plot } }: MarkProps) {
  if (point.kind === 'published')
    return (
      <>
        <circle className="mark-reach" cx={x} cy={y} r="11" />
        <path className="published-mark" d={diamond(x, y, 5)} />
      </>
    )
  return (
    <>
      <IntervalAcross low={plot.x(point.x.low)} high={plot.x(point.x.high)} y={y} />
      {point.y && <IntervalUp x={x} low={plot.y(point.y.low)} high={plot.y(point.y.high)} />}
      <circle className="mark-reach" cx={x} cy={y} r="14" />
      <Disc sign={point.sign} x={x} y={y} r={9.5} />
    </>
  )
}
