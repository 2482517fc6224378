import type { Tick } from './scale.ts'

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
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every mark's own name says its figures
    <g aria-hidden="true">
      {ticks.map(({ value, at, text }) => (
        <g key={value}>
          <path
            className={hasZero && value === 0 ? 'plot-zero' : 'plot-grid'}
            d={`M${at} ${top}V${bottom}`}
          />
          <text className="plot-tick" x={at} y={textY}>
            {text}
          </text>
        </g>
      ))}
    </g>
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
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every mark's own name says its figures
    <g aria-hidden="true">
      {ticks.map(({ value, at, text }) => (
        <g key={value}>
          <path
            className={hasZero && value === 0 ? 'plot-zero' : 'plot-grid'}
            d={`M${left} ${at}H${right}`}
          />
          {textX !== undefined && (
            <text className="plot-tick end" x={textX} y={at + 4}>
              {text}
            </text>
          )}
        </g>
      ))}
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

/** What a plot's two scales are: one below, one upright at the left. */
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
