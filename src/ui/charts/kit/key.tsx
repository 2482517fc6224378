import { max } from 'd3-array'
import type { ReactNode } from 'react'
import { fitText, type MeasureText } from './text.ts'

/** The meaning of a mark. */
export interface KeyItem {
  readonly text: string
  /** Room of the sign; it is drawn from 0 to there, around the middle of its line. */
  readonly width: number
  readonly height?: number
  readonly sign: ReactNode
}

export interface KeyLayout {
  readonly height: number
  /** Left end and middle of each item. */
  readonly places: readonly {
    readonly item: KeyItem
    readonly text: string
    readonly x: number
    readonly y: number
  }[]
}

const [gap, between, least] = [8, 24, 22]

/** Items side by side, in as many lines as the width asks for. */
export function keyLayout(items: readonly KeyItem[], width: number, measure: MeasureText): KeyLayout {
  const line = Math.max(least, (max(items, ({ height }) => height) ?? 0) + 4)
  let [x, y] = [0, 0]
  const places = items.map(item => {
    const text = fitText(item.text, width - item.width - gap, measure, 'plot-key')
    const wide = item.width + gap + measure(text, 'plot-key')
    if (x > 0 && x + wide > width) [x, y] = [0, y + line]
    const place = { item, text, x, y: y + line / 2 }
    x += wide + between
    return place
  })
  return { places, height: items.length > 0 ? y + line : 0 }
}

/** How to read the marks: part of the picture, so that it is saved with it. */
export function Key({ layout, y = 0 }: { readonly layout: KeyLayout; readonly y?: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; it explains what only eyes see
    <g aria-hidden="true" className="chart-key" transform={`translate(0 ${y})`}>
      {layout.places.map(({ item, text, ...place }) => (
        <g key={`${place.x} ${place.y}`} transform={`translate(${place.x} ${place.y})`}>
          {item.sign}
          <text className="plot-key" x={item.width + gap} y="4">
            {text}
          </text>
        </g>
      ))}
    </g>
  )
}
