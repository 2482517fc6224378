import { max } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import type { ReliabilityBin } from '../../../engine/statistics/calibration.ts'
import { type KeyItem, type KeyLayout, keyLayout } from '../../charts/kit/key.tsx'
import type { Scale } from '../../charts/kit/scale.ts'
import { axisRoom, type SquareLayout, shareSquare } from '../../charts/kit/square.ts'
import type { MeasureText } from '../../charts/kit/text.ts'
import { count } from '../../text/format.ts'

export interface PlacedBin {
  readonly bin: ReliabilityBin
  readonly left: number
  readonly right: number
  /** The place of its dot, and the ends of its interval. */
  readonly x: number
  readonly y: number
  readonly low: number
  readonly high: number
  /** The diagonal at the dot. */
  readonly calibrated: number
  /** Top of the bar that counts its answers. */
  readonly barTop: number
  /** Above the bar, where it has room. */
  readonly n: string | null
}

export interface ReliabilityLayout {
  readonly plot: SquareLayout
  readonly height: number
  /** From the plot to the foot of the bars below it, and where that is. */
  readonly foot: number
  readonly floor: number
  readonly bins: readonly PlacedBin[]
  readonly keyY: number
  readonly keys: KeyLayout
}

const bars = { gap: 18, height: 46, number: 14 }

/** Bins over one scale, and below the number of answers in each. */
export function reliabilityLayout(
  bins: readonly ReliabilityBin[],
  items: readonly KeyItem[],
  width: number,
  measure: MeasureText,
): ReliabilityLayout {
  const plot = shareSquare(width, measure)
  const foot = bars.gap + bars.height
  const floor = plot.bottom + foot
  const most = max(bins, ({ n }) => n) ?? 1
  const tall: Scale = scaleLinear([0, most], [floor, floor - bars.height + bars.number])
  const keys = keyLayout(items, width, measure)
  const keyY = floor + axisRoom
  return {
    plot,
    height: keyY + keys.height,
    foot,
    floor,
    bins: bins.map(bin => placed(bin, plot, tall, measure)),
    keyY,
    keys,
  }
}

function placed(bin: ReliabilityBin, { x, y }: SquareLayout, tall: Scale, measure: MeasureText): PlacedBin {
  const [left, right] = [x(bin.from), Math.max(x(bin.to), x(bin.from) + 3)]
  const n = count(bin.n)
  return {
    bin,
    left,
    right,
    x: x(bin.confidence),
    y: y(bin.accuracy),
    low: y(bin.interval.low),
    high: y(bin.interval.high),
    calibrated: y(bin.confidence),
    barTop: tall(bin.n),
    n: measure(n, 'plot-tick') + 2 <= right - left ? n : null,
  }
}
