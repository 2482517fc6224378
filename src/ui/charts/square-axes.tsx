import { percentShort } from '../format.ts'

/** Where a plot of two shares lies; both scales go from 0 to 1. */
export interface SquareLayout {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly x: (share: number) => number
  readonly y: (share: number) => number
}

/** @param height of the plot alone, without what stands below */
export function squareLayout(width: number, height: number): SquareLayout {
  const [left, right, top, bottom] = [46, width - 14, 12, 12 + height]
  return {
    left,
    right,
    top,
    bottom,
    x: share => left + share * (right - left),
    y: share => bottom - share * (bottom - top),
  }
}

const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1]

interface Props {
  readonly layout: SquareLayout
  readonly xName: string
  readonly yName: string
  /** How far below the plot the horizontal scale is written. */
  readonly foot?: number
}

/** The grid of such a plot, with its scales and what they are. */
export function SquareAxes({ layout, xName, yName, foot = 0 }: Props) {
  const { left, right, top, bottom, x, y } = layout
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every mark's own name says its figures
    <g aria-hidden="true">
      {ticks.map(tick => (
        <g key={tick}>
          <path className="plot-grid" d={`M${x(tick)} ${top}V${bottom + foot}M${left} ${y(tick)}H${right}`} />
          <text className="plot-tick" x={x(tick)} y={bottom + foot + 16}>
            {percentShort(tick)}
          </text>
          <text className="plot-tick end" x={left - 8} y={y(tick) + 4}>
            {percentShort(tick)}
          </text>
        </g>
      ))}
      <path className="plot-zero" d={`M${left} ${bottom}H${right}`} />
      <AxisNames layout={layout} xName={xName} yName={yName} y={bottom + foot + 36} />
    </g>
  )
}

interface NamesProps {
  readonly layout: Pick<SquareLayout, 'left' | 'right' | 'top' | 'bottom'>
  readonly xName: string
  readonly yName: string
  /** Baseline of the name below the plot. */
  readonly y: number
}

/** What a plot's two scales are: one below, one upright at the left. */
export function AxisNames({ layout: { left, right, top, bottom }, xName, yName, y }: NamesProps) {
  return (
    <>
      <text className="plot-name" x={(left + right) / 2} y={y}>
        {xName}
      </text>
      <text className="plot-name" transform={`translate(11 ${(top + bottom) / 2}) rotate(-90)`}>
        {yName}
      </text>
    </>
  )
}
