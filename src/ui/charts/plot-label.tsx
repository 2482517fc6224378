interface Props {
  readonly lines: readonly string[]
  /** Middle of the plot's line that they name. */
  readonly y: number
  /** Whether they stand above it: narrow screens have no room beside. */
  readonly isAbove: boolean
}

/** The label of a plot's line. */
export function PlotLabel({ lines, y, isAbove }: Props) {
  const first = isAbove ? y - 16 - 15 * (lines.length - 1) : y + 4 - 7.5 * (lines.length - 1)
  return (
    <text className="plot-label">
      {lines.map((text, at) => (
        <tspan key={text} x="0" y={first + 15 * at}>
          {text}
        </tspan>
      ))}
    </text>
  )
}
