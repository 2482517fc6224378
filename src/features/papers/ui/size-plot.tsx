import { useMemo } from 'react'
import { AxisAcross, AxisNames, AxisUp } from '../../../ui/charts/kit/axis.tsx'
import { inBothWidths } from '../../../ui/charts/kit/both-widths.tsx'
import { useChartWidth } from '../../../ui/charts/kit/chart-width.ts'
import { MarkedChart } from '../../../ui/charts/kit/mark.tsx'
import { Dot, diamond, IntervalUp } from '../../../ui/charts/kit/marks.tsx'
import { interval, parameters, percent } from '../../../ui/text/format.ts'
import { type SizePoint, sizeLayout } from './size-layout.ts'

interface Props {
  readonly title: string
  readonly file: string
  readonly points: readonly SizePoint[]
}

/** Accuracy against the number of parameters: published models hollow, runs full with their intervals. */
export const SizePlot = inBothWidths(Drawn)

function Drawn({ title, file, points }: Props) {
  const room = useChartWidth(290, 760)
  const layout = useMemo(
    () => sizeLayout(points, room.width, room.measure),
    [points, room.width, room.measure],
  )
  const { left, right, top, bottom, xTicks, yTicks } = layout
  return (
    <MarkedChart
      title={title}
      file={file}
      room={room}
      height={layout.height}
      hint="Point at a mark for its figures."
      className="plot-mark"
      marks={layout.points.map(({ point, x, y }) => ({
        key: `${point.name} ${point.interval ? 'run' : 'published'}`,
        href: null,
        name: pointWords(point),
        shape: (
          <>
            <circle className="mark-reach" cx={x} cy={y} r="11" />
            {point.interval ? (
              <>
                <IntervalUp
                  x={x}
                  low={layout.y(point.interval.low)}
                  high={layout.y(point.interval.high)}
                  hasEnds
                />
                <Dot x={x} y={y} r={5.5} />
              </>
            ) : (
              <path className="published-mark" d={diamond(x, y, 5)} />
            )}
          </>
        ),
      }))}
      behind={
        <>
          <AxisAcross ticks={xTicks} top={top} bottom={bottom} textY={bottom + 16} />
          <AxisUp ticks={yTicks} left={left} right={right} textX={left - 8} />
          <path className="plot-zero" d={`M${left} ${bottom}H${right}`} />
          <AxisNames plot={layout} xName="Parameters, billions" yName="Accuracy, %" y={bottom + 36} />
        </>
      }
    />
  )
}

const pointWords = ({ name, size, share, interval: known }: SizePoint): string =>
  `${name}: ${parameters(size)} parameters, ${percent(share)}${known ? ` (${interval(known.low, known.high)})` : ', published'}`
