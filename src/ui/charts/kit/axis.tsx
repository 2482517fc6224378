import type { Tick } from './scale.ts'
import type { SquareLayout } from './square.ts'

interface AcrossProps {
  readonly ticks: readonly Tick[]
  /** Where the grid's lines begin and end. */
  readonly top: number
  readonly bottom: number
  /** Baseline of the numbers. */
  readonly textY: number
  /** Whether zero is where the marks turn: then its line is drawn stronger. */
  readonly hasZero?: boolean
}

/** A horizontal scale: lines across the plot, with their numbers above or below. */
export function AxisAcross({ ticks, top, bottom, textY, hasZero = false }: AcrossProps) {
  return (
    <Ticks
      ticks={ticks}
      hasZero={hasZero}
      line={at => `M${at} ${top}V${bottom}`}
      number={at => ({ className: 'plot-tick', x: at, y: textY })}
    />
  )
}

interface UpProps {
  readonly ticks: readonly Tick[]
  readonly left: number
  readonly right: number
  /** Where the numbers end; without, the lines alone are drawn. */
  readonly textX?: number
  readonly hasZero?: boolean
}

/** A vertical scale: lines along the plot, with their numbers at the left. */
export function AxisUp({ ticks, left, right, textX, hasZero = false }: UpProps) {
  return (
    <Ticks
      ticks={ticks}
      hasZero={hasZero}
      line={at => `M${left} ${at}H${right}`}
      number={at => (textX === undefined ? null : { className: 'plot-tick end', x: textX, y: at + 4 })}
    />
  )
}

interface TicksProps {
  readonly ticks: readonly Tick[]
  readonly hasZero: boolean
  /** The path of a tick's line. */
  readonly line: (at: number) => string
  /** The place of a tick's number; null if there is none. */
  readonly number: (
    at: number,
  ) => { readonly className: string; readonly x: number; readonly y: number } | null
}

function Ticks({ ticks, hasZero, line, number }: TicksProps) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every mark's own name says its figures
    <g aria-hidden="true">
      {ticks.map(({ value, at, text }) => {
        const place = number(at)
        return (
          <g key={value}>
            <path className={hasZero && value === 0 ? 'plot-zero' : 'plot-grid'} d={line(at)} />
            {place && <text {...place}>{text}</text>}
          </g>
        )
      })}
    </g>
  )
}

interface NamesProps {
  readonly plot: {
    readonly left: number
    readonly right: number
    readonly top: number
    readonly bottom: number
  }
  readonly xName: string
  readonly yName: string
  /** Baseline of the name below the plot. */
  readonly y: number
}

/** A plot's two scales: one below, one upright on the left. */
export function AxisNames({ plot: { left, right, top, bottom }, xName, yName, y }: NamesProps) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every mark's own name says its figures
    <g aria-hidden="true">
      <text className="plot-name" x={(left + right) / 2} y={y}>
        {xName}
      </text>
      <text className="plot-name" transform={`translate(11 ${(top + bottom) / 2}) rotate(-90)`}>
        {yName}
      </text>
    </g>
  )
}

interface Props {
  readonly layout: SquareLayout
  readonly xName: string
  readonly yName: string
  /** How far below the plot the horizontal scale is written. */
  readonly foot?: number
}

/** The grid of such a plot, with its scales and their names. */
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
