import type { ScatterLayout, ScatterPoint } from './scatter-layout.ts'

/** A numbered disc with its intervals where it was measured, a hollow diamond where it was published. */
export function PointMark({
  point,
  layout,
}: {
  readonly point: ScatterPoint
  readonly layout: ScatterLayout
}) {
  const { x, y, strip, bottom } = layout
  const [cx, cy] = [x(point.x.share), point.y ? y(point.y.share) : (strip ?? bottom) + 4]
  if (point.kind === 'published')
    return (
      <>
        <circle className="mark-reach" cx={cx} cy={cy} r="11" />
        <path className="published-mark" d={diamond(cx, cy, 5)} />
      </>
    )
  return (
    <>
      <path className="plot-whisker" d={`M${x(point.x.low)} ${cy}H${x(point.x.high)}`} />
      {point.y && <path className="plot-whisker" d={`M${cx} ${y(point.y.low)}V${y(point.y.high)}`} />}
      <circle className="mark-reach" cx={cx} cy={cy} r="14" />
      <circle className="measured-mark" cx={cx} cy={cy} r="9.5" />
      <text className="measured-sign" x={cx} y={cy + 4}>
        {point.sign}
      </text>
    </>
  )
}

/** An SVG path around a point. */
export const diamond = (x: number, y: number, reach: number) =>
  `M${x - reach} ${y}L${x} ${y - reach}L${x + reach} ${y}L${x} ${y + reach}Z`
