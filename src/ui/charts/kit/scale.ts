/** Scales and ticks: those of d3, and how many ticks have room. */
import { extent, max } from 'd3-array'
import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { percentShort, points } from '../../text/format.ts'
import type { MeasureText } from './text.ts'

export type Scale = ScaleLinear<number, number>

export interface Tick {
  readonly value: number
  readonly at: number
  readonly text: string
}

type Ends = readonly [from: number, to: number]

/** Shares of 0 to 1 from one end of a plot to the other. */
export const shareScale = (range: Ends): Scale => scaleLinear([0, 1], range)

/** Shares on a scale as narrow as they allow, at least a fifth of the whole, with round ends. */
export function closeShareScale(shares: readonly number[], range: Ends): Scale {
  const minExtent = 0.2
  // Sums of binary fractions must not reach into the next tenth.
  let [low, high] = extent(shares, share => Math.round(share * 1e9) / 1e9)
  if (low === undefined || high === undefined) return shareScale(range)
  if (high - low < minExtent) high = Math.min(1, low + minExtent)
  if (high - low < minExtent) low = high - minExtent
  return scaleLinear([low, high], range).nice(4)
}

/** Differences on a scale that reaches as far to either side of zero, at least by 0.05. */
export function differenceScale(differences: readonly number[], range: Ends): Scale {
  const reach = Math.min(1, Math.max(0.05, max(differences, Math.abs) ?? 0))
  return scaleLinear([-reach, reach], range).nice(4)
}

/** The numbers of a scale of 0 to 100 %: the last has the unit. */
export const shareTick = (share: number): string => (share === 1 ? '100%' : percentShort(share))

/** "+20" for a tick of a scale of differences. */
export const pointsTick = (difference: number): string => points(difference).replace('.0', '')

/** Ticks below or above a plot: as many as fit next to each other. */
export function ticksAcross(
  scale: Scale,
  measure: MeasureText,
  formatTick: (value: number) => string = percentShort,
): readonly Tick[] {
  for (let n = 5; ; n--) {
    const ticks = placeTicks(scale, formatTick, n)
    const touches = ticks.some(({ at, text }, i) => {
      const next = ticks[i + 1]
      if (!next) return false
      return next.at - at < (measure(text, 'plot-tick') + measure(next.text, 'plot-tick')) / 2 + 6
    })
    if (!touches || n === 1) return ticks
  }
}

/** Ticks at the side of a plot. */
export const ticksUp = (
  scale: Scale,
  formatTick: (value: number) => string = percentShort,
  maxTicks = 5,
): readonly Tick[] => placeTicks(scale, formatTick, maxTicks)

const placeTicks = (scale: Scale, formatTick: (value: number) => string, maxTicks: number) =>
  scale.ticks(maxTicks).map(value => ({ value, at: scale(value), text: formatTick(value) }))
