import { percentShort } from '../format.ts'

interface Props {
  readonly x: (share: number) => number
  /** Where the lines begin, below their numbers, and where they end. */
  readonly top: number
  readonly bottom: number
}

/** A scale from 0 to 100 % above the lines of a plot. */
export function ShareAxis({ x, top, bottom }: Props) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every line's own name says its figures
    <g aria-hidden="true">
      {[0, 0.25, 0.5, 0.75, 1].map(tick => (
        <g key={tick}>
          <path className="plot-grid" d={`M${x(tick)} ${top}V${bottom}`} />
          <text className="plot-tick" x={x(tick)} y={top - 6}>
            {percentShort(tick)}
            {tick === 1 && '%'}
          </text>
        </g>
      ))}
    </g>
  )
}
