import { cutLabel } from './cube-layout.ts'
import type { ScatterPoint } from './scatter-layout.ts'
import { diamond } from './scatter-mark.tsx'

const lineHeight = 22

const measuredOf = (points: readonly ScatterPoint[]) => points.filter(({ kind }) => kind === 'measured')
const publishedOf = (points: readonly ScatterPoint[]) => points.filter(({ kind }) => kind === 'published')

/** How much room the key takes below the plot. */
export const scatterKeyHeight = (points: readonly ScatterPoint[]) =>
  lineHeight * (measuredOf(points).length + (publishedOf(points).length > 0 ? 1 : 0)) + 8

interface Props {
  readonly points: readonly ScatterPoint[]
  readonly y: number
  readonly width: number
}

/** Whose the marks are, part of the picture so that it is saved with it. */
export function ScatterKey({ points, y, width }: Props) {
  const measured = measuredOf(points)
  const published = publishedOf(points)
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every point says its name
    <g aria-hidden="true" transform={`translate(12 ${y})`}>
      {measured.map((point, at) => (
        <g key={point.key} transform={`translate(0 ${at * lineHeight + 12})`}>
          <circle className="measured-mark" r="9" />
          <text className="measured-sign" y="4">
            {point.sign}
          </text>
          <text className="cube-legend" x="18" y="4">
            {cutLabel(point.name, (width - 36) / 6.2)}
          </text>
        </g>
      ))}
      {published.length > 0 && (
        <g transform={`translate(0 ${measured.length * lineHeight + 12})`}>
          <path className="published-mark" d={diamond(0, 0, 5)} />
          <text className="cube-legend" x="18" y="4">
            published, not measured here: {published.length} models
          </text>
        </g>
      )}
    </g>
  )
}
