/** The shapes that charts consist of. The layout has computed their places: these only draw. */

import { scaleLinear } from 'd3-scale'
import type { ReactNode } from 'react'
import type { Estimate } from '../../../engine/analysis/shares.ts'
import { labelLine, type TextClass } from './text.ts'

interface At {
  readonly x: number
  readonly y: number
}

/** An interval along a horizontal scale. */
export function IntervalAcross({
  low,
  high,
  y,
}: {
  readonly low: number
  readonly high: number
  readonly y: number
}) {
  return <path className="plot-whisker" d={`M${low} ${y}H${high}`} />
}

interface UpProps {
  readonly x: number
  readonly low: number
  readonly high: number
  /** Whether its ends are marked by short lines. */
  readonly hasEnds?: boolean
}

/** An interval along a vertical scale. */
export function IntervalUp({ x, low, high, hasEnds = false }: UpProps) {
  const ends = hasEnds ? `M${x - 4} ${low}h8M${x - 4} ${high}h8` : ''
  return <path className="plot-whisker" d={`M${x} ${low}V${high}${ends}`} />
}

/** The line of the most frequent answer across a line of a plot. */
export function Majority({ x, y, reach = 9 }: At & { readonly reach?: number }) {
  return <path className="whisker-majority" d={`M${x} ${y - reach}V${y + reach}`} />
}

/** The line of chance across a line of a plot. */
export function Chance({ x, y, reach = 9 }: At & { readonly reach?: number }) {
  return <path className="whisker-chance" d={`M${x} ${y - reach}V${y + reach}`} />
}

/** A dot; hollow if it is less certain, in ink if colour has no meaning. */
export function Dot({ x, y, r = 4.5, isHollow = false, colour = 'var(--ink)' }: At & DotLook) {
  return (
    <circle
      cx={x}
      cy={y}
      r={r}
      style={{ fill: isHollow ? 'var(--paper)' : colour, stroke: colour }}
      strokeWidth="2"
    />
  )
}

interface DotLook {
  readonly r?: number
  readonly isHollow?: boolean
  readonly colour?: string
}

/** Series differ by shape, not by colour. */
export function SeriesMark({ series, x, y }: At & { readonly series: number }) {
  switch (series % 4) {
    case 0:
      return <Dot x={x} y={y} />
    case 1:
      return <Dot x={x} y={y} isHollow />
    case 2:
      return <rect className="series-hollow" x={x - 4} y={y - 4} width="8" height="8" />
    default:
      return <path className="series-full" d={diamond(x, y, 6)} />
  }
}

/** An SVG path around a point. */
export const diamond = (x: number, y: number, reach: number) =>
  `M${x - reach} ${y}L${x} ${y - reach}L${x + reach} ${y}L${x} ${y + reach}Z`

interface CellProps extends At {
  readonly side: number
  readonly colour: string
  /** Hollow where its interval includes the reference. */
  readonly isHollow: boolean
  /** Crossed by lines where it says nothing: one answer is always right, or always given. */
  readonly isHatched?: boolean
  readonly className?: string
}

/** A square around a place: its colour shows the value, its filling the certainty. */
export function Cell({
  x,
  y,
  side,
  colour,
  isHollow,
  isHatched = false,
  className = 'chart-cell',
}: CellProps) {
  const stroke = isHatched ? 'var(--muted)' : colour
  return (
    <>
      <rect
        className={className}
        x={x - side / 2}
        y={y - side / 2}
        width={side}
        height={side}
        style={{ fill: isHollow || isHatched ? 'var(--paper)' : colour, stroke }}
      />
      {isHatched && <path className="cell-hatch" d={hatch(x - side / 2, y - side / 2, side)} />}
    </>
  )
}

/** Lines across a square, from its left and lower edges to its upper and right ones. */
function hatch(left: number, top: number, side: number): string {
  const between = Math.max(2.5, side / 4)
  const lines: string[] = []
  for (let at = between; at < 2 * side; at += between) {
    const [from, to] = [Math.max(0, at - side), Math.min(side, at)]
    lines.push(`M${left + from} ${top + at - from}L${left + to} ${top + at - to}`)
  }
  return lines.join('')
}

/** A place without data. */
export function EmptyCell({ x, y }: At) {
  return <path className="plot-none" d={`M${x - 3} ${y}h6`} />
}

interface BarProps {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** A bar on its scale. */
export function Bar({ left, right, top, bottom }: BarProps) {
  return (
    <rect
      className="plot-bar"
      x={left}
      y={top}
      width={Math.max(1, right - left)}
      height={Math.max(0, bottom - top)}
    />
  )
}

const steps = [-1, -0.66, -0.33, 0, 0.33, 0.66, 1]

/** Width of `Ramp`. */
export const rampWidth = steps.length * 16

/** A diverging scale of colours, for a key. */
export function Ramp({
  colourAt = scaleColour,
}: {
  readonly colourAt?: (position: number) => string
}): ReactNode {
  return steps.map((step, at) => (
    <rect key={step} x={at * 16} y="-6" width="15" height="12" style={{ fill: colourAt(step) }} />
  ))
}

/** Where the scale turns when the chance is not known: four options, one of them right. */
const usualChance = 0.25

/** An accuracy on a scale from -1, never right, over 0, chance, to 1, always right. */
export function scalePosition({ share, chance }: Pick<Estimate, 'share' | 'chance'>): number {
  const turn = chance ?? usualChance
  if (turn <= 0 || turn >= 1) return share
  return scaleLinear([0, turn, 1], [-1, 0, 1])(share)
}

/**
 * The colour of a difference from -1 to 1 as CSS. Two hues that colour-blind readers can distinguish (orange and blue)
 * meet in a neutral grey; the hues themselves are custom properties of the theme.
 */
export const scaleColour = (position: number): string =>
  mixed(position < 0 ? 'below' : 'above', position, 'chance')

/** The colour of a position on the scale of accuracies: the worse, the more ink. */
export const failingColour = (position: number): string =>
  mixed(position < 0 ? 'below' : 'fine', position, 'guess')

/** The same without the image: there it is a failure to be above guessing. */
export const blindColour = (position: number): string =>
  mixed(position > 0 ? 'below' : 'fine', position, 'chance')

/** Between the colour where a scale turns and that of one end. */
function mixed(end: 'below' | 'above' | 'fine', position: number, turn: 'chance' | 'guess'): string {
  const strength = Math.round(100 * Math.min(1, Math.abs(position)))
  return `color-mix(in oklab, var(--scale-${end}) ${strength}%, var(--scale-${turn}))`
}

interface Props {
  readonly lines: readonly string[]
  readonly x?: number
  /** Baseline of the first line. */
  readonly y: number
  readonly style?: TextClass
  readonly isEnd?: boolean
  /** All of it, where the lines may be cut. */
  readonly whole?: string
}

/** A label in as many lines as it has. */
export function Label({ lines, x = 0, y, style = 'plot-label', isEnd = false, whole }: Props) {
  return (
    <text className={isEnd ? `${style} end` : style}>
      {whole !== undefined && <title>{whole}</title>}
      {lines.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move, and two may be alike
        <tspan key={at} x={x} y={y + labelLine * at}>
          {text}
        </tspan>
      ))}
    </text>
  )
}
