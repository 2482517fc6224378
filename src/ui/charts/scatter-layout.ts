/** A share with its interval; the interval is the share itself where none is known. */
export interface Position {
  readonly share: number
  readonly low: number
  readonly high: number
}

export interface ScatterPoint {
  readonly key: string
  /** Measured here, or printed in a paper: never drawn alike. */
  readonly kind: 'measured' | 'published'
  readonly name: string
  /** What stands in a measured point. */
  readonly sign: string
  readonly x: Position
  /** Null where only the other figure is known: the point lies in the strip below the plot. */
  readonly y: Position | null
  /** Where a measured point leads. */
  readonly href: string | null
  /** Its figures in words. */
  readonly text: string
}

export interface Scale {
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
}

export interface ScatterLayout {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Middle of the strip of points with one figure; null where there are none. */
  readonly strip: number | null
  readonly xScale: Scale
  readonly yScale: Scale
  readonly x: (share: number) => number
  readonly y: (share: number) => number
  /** In reading order: from left to right. */
  readonly points: readonly ScatterPoint[]
}

/** Scales as narrow as the points allow, and a strip below for those of which one figure is known. */
export function scatterLayout(points: readonly ScatterPoint[], width: number): ScatterLayout {
  const [left, right, top] = [46, width - 14, 12]
  const bottom = top + Math.round(Math.min(460, Math.max(240, (right - left) * 0.62)))
  const strip = points.some(({ y }) => y === null) ? bottom + 24 : null
  const xScale = scaleOf(points.map(point => point.x))
  const yScale = scaleOf(points.flatMap(point => point.y ?? []))
  return {
    width,
    height: (strip === null ? bottom : bottom + 40) + 48,
    left,
    right,
    top,
    bottom,
    strip,
    xScale,
    yScale,
    x: share => left + ((share - xScale.low) / (xScale.high - xScale.low)) * (right - left),
    y: share => bottom - ((share - yScale.low) / (yScale.high - yScale.low)) * (bottom - top),
    points: [...points].sort((a, b) => a.x.share - b.x.share),
  }
}

/** Whole tens that hold all the intervals, at least a fifth of the whole wide. */
export function scaleOf(positions: readonly Position[]): Scale {
  if (positions.length === 0) return { low: 0, high: 1, ticks: ticksOf(0, 10) }
  let low = Math.floor(Math.min(...positions.map(position => position.low)) * 10 + 1e-9)
  let high = Math.ceil(Math.max(...positions.map(position => position.high)) * 10 - 1e-9)
  while (high - low < 2) {
    if (high < 10) high++
    else low--
  }
  return { low: low / 10, high: high / 10, ticks: ticksOf(low, high) }
}

function ticksOf(low: number, high: number): number[] {
  const step = high - low > 5 ? 2 : 1
  return Array.from({ length: high - low + 1 }, (_, at) => low + at)
    .filter(tenth => tenth % step === 0)
    .map(tenth => tenth / 10)
}
