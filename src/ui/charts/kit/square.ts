/** Plots of one share against another. */
import { type Scale, shareScale, type Tick, ticksAcross, ticksUp } from './scale.ts'
import { type MeasureText, widest } from './text.ts'

export interface SquareLayout {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly x: Scale
  readonly y: Scale
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
}

interface Options {
  readonly width: number
  /** Height of the plot for a width of it. */
  readonly tall: (width: number) => number
  readonly measure: MeasureText
  /** Makes a scale of its two ends. */
  readonly xScale: (range: readonly [number, number]) => Scale
  readonly yScale: (range: readonly [number, number]) => Scale
}

/** Room of the horizontal scale's numbers and name, below the plot. */
export const axisRoom = 44

/** Space for the upright name of the vertical scale, and between its numbers and the plot. */
const [name, gap] = [18, 8]
const top = 12

/** A plot as wide as the numbers of its vertical scale allow. */
export function squareLayout({ width, tall, measure, xScale, yScale }: Options): SquareLayout {
  const numbers = widest(
    ticksUp(yScale([1, 0])).map(({ text }) => text),
    measure,
    'plot-tick',
  )
  const [left, right] = [Math.ceil(name + numbers + gap), width - 14]
  const bottom = top + Math.round(tall(right - left))
  const [x, y] = [xScale([left, right]), yScale([bottom, top])]
  return { left, right, top, bottom, x, y, xTicks: ticksAcross(x, measure), yTicks: ticksUp(y) }
}

/** The same with both scales from 0 to 1: about as tall as it is wide, but not taller than most screens show. */
export const shareSquare = (width: number, measure: MeasureText): SquareLayout =>
  squareLayout({
    width,
    tall: wide => Math.min(380, wide * 0.85),
    measure,
    xScale: shareScale,
    yScale: shareScale,
  })
