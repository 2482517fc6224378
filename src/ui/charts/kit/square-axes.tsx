import { AxisAcross, AxisNames, AxisUp } from './axis.tsx'
import type { SquareLayout } from './square.ts'

interface Props {
  readonly layout: SquareLayout
  readonly xName: string
  readonly yName: string
  /** How far below the plot the horizontal scale is written. */
  readonly foot?: number
}

/** The grid of such a plot, with its scales and what they are. */
export function SquareAxes({ layout, xName, yName, foot = 0 }: Props) {
  const { left, right, top, bottom, xTicks, yTicks } = layout
  return (
    <>
      <AxisAcross ticks={xTicks} top={top} bottom={bottom + foot} textY={bottom + foot + 16} />
      <AxisUp ticks={yTicks} left={left} right={right} textX={left - 8} />
      <path className="plot-zero" d={`M${left} ${bottom}H${right}`} />
      <AxisNames plot={layout} xName={xName} yName={yName} y={bottom + foot + 36} />
    </>
  )
}
