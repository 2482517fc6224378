import type { ReactNode } from 'react'
import { scaleColour } from './scale.ts'

const steps = [-1, -0.66, -0.33, 0, 0.33, 0.66, 1]

interface Item {
  readonly text: string
  readonly width: number
  readonly sign: ReactNode
}

const items: readonly Item[] = [
  {
    text: 'never right, chance, always right',
    width: 112,
    sign: steps.map((step, at) => (
      <rect key={step} x={at * 16} y="-6" width="15" height="12" style={{ fill: scaleColour(step) }} />
    )),
  },
  {
    text: 'larger: narrower interval',
    width: 54,
    sign: [6, 14, 24].map((side, at) => (
      <rect
        key={side}
        x={[0, 10, 28][at]}
        y={-side / 2}
        width={side}
        height={side}
        style={{ fill: scaleColour(0.66) }}
      />
    )),
  },
  {
    text: 'hollow: could be chance',
    width: 14,
    sign: (
      <rect
        className="legend-hollow"
        x="1"
        y="-6"
        width="12"
        height="12"
        style={{ stroke: scaleColour(0.4) }}
      />
    ),
  },
  {
    text: 'right, %',
    width: 16,
    sign: (
      <text className="cube-legend legend-number" x="0" y="4">
        80
      </text>
    ),
  },
  { text: 'no answers', width: 8, sign: <path className="cube-empty" d="M1 0h6" /> },
]

const lineHeight = 28

/** How to read the squares, part of the picture so that it is saved with it; wraps as text would. */
export function legendLayout(width: number) {
  let [x, y] = [0, 0]
  const places = items.map(item => {
    const wide = item.width + 8 + item.text.length * 6.1
    if (x > 0 && x + wide > width) [x, y] = [0, y + lineHeight]
    const place = { item, x, y }
    x += wide + 26
    return place
  })
  return { places, height: y + lineHeight }
}

/** The legend, as wide as the cube below it. */
export function CubeLegend({ width }: { readonly width: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; it explains what only eyes see
    <g aria-hidden="true">
      {legendLayout(width).places.map(({ item, x, y }) => (
        <g key={item.text} transform={`translate(${x} ${y + lineHeight / 2})`}>
          {item.sign}
          <text className="cube-legend" x={item.width + 8} y="4">
            {item.text}
          </text>
        </g>
      ))}
    </g>
  )
}
