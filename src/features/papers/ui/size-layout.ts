import { scaleLog } from 'd3-scale'
import type { PaperName } from '../../../engine/analysis/benchmark-questions.ts'
import type { PublishedModel } from '../../../engine/analysis/published.ts'
import { publishedModels } from '../../../engine/analysis/published.ts'
import type { MedCmrModel } from '../../../engine/analysis/published-med-cmr.ts'
import { medCmrModels, medCmrOverall } from '../../../engine/analysis/published-med-cmr.ts'
import type { Estimate } from '../../../engine/analysis/shares.ts'
import { closeShareScale, ticksUp } from '../../../ui/charts/kit/scale.ts'
import { axisRoom } from '../../../ui/charts/kit/square.ts'
import { type MeasureText, widest } from '../../../ui/charts/kit/text.ts'
import { publishedSize } from '../engine/model-size.ts'

export interface SizePoint {
  readonly name: string
  /** Parameters. */
  readonly size: number
  readonly share: number
  /** Only of a run. */
  readonly interval: Pick<Estimate, 'low' | 'high'> | null
}

/** Published models with a known size, in order of size. */
export function publishedSizes(paper: PaperName): readonly SizePoint[] {
  const models: readonly (readonly [string, number])[] =
    paper === 'MedRCube'
      ? publishedModels.map(({ name, overall }: PublishedModel) => [name, overall])
      : medCmrModels.map(({ name, cells }: MedCmrModel) => [
          name,
          (cells.get(medCmrOverall.choice) ?? 0) / 100,
        ])
  return models
    .flatMap(([name, share]) => {
      const size = publishedSize(name)
      return size === null ? [] : [{ name, size, share, interval: null }]
    })
    .sort((a, b) => a.size - b.size)
}

const plotHeight = 220

/** Sizes on a logarithmic scale, from the smallest to the largest. */
export function sizeLayout(points: readonly SizePoint[], width: number, measure: MeasureText) {
  const [top, bottom] = [12, 12 + plotHeight]
  const shares = points.flatMap(({ share, interval }) => (interval ? [interval.low, interval.high] : [share]))
  const y = closeShareScale(shares, [bottom, top])
  const yTicks = ticksUp(y)
  const numbers = widest(
    yTicks.map(({ text }) => text),
    measure,
    'plot-tick',
  )
  const [left, right] = [Math.ceil(26 + numbers), width - 14]
  const sizes = points.map(({ size }) => size)
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  const x = scaleLog([least / 1.3, most * 1.3], [left, right])
  const xTicks = [0.1, 0.3, 1, 3, 10, 30, 100, 300]
    .map(billions => ({ value: billions, at: x(billions * 1e9), text: String(billions) }))
    .filter(({ at }) => at >= left && at <= right)
  return {
    left,
    right,
    top,
    bottom,
    height: bottom + axisRoom,
    y,
    xTicks,
    yTicks,
    points: points.map(point => ({ point, x: x(point.size), y: y(point.share) })).sort((a, b) => a.x - b.x),
  }
}
