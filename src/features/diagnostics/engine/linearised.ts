/** Figures with what each cluster adds to their error, from which means over findings have theirs. */
import { aurocParts, studentQuantile } from '@voxelwise/statistics'
import { type Detection, rankScored, tablesByCluster, twoByTwo } from './detections.ts'
import type { ErrorScale } from './scales.ts'
import { averagePrecisionParts } from './score-figures.ts'
import type { DetectionFigure } from './table-figures.ts'
import { alongSlope, type Smooth } from './table-functions.ts'

interface LinearisedFigure {
  readonly value: number
  readonly n: number
  /** By the number of the cluster. */
  readonly deviations: ReadonlyMap<number, number>
}

export type Linearise = (detections: readonly Detection[]) => LinearisedFigure | null

export const linearisedTable =
  (toSmooth: (table: ReturnType<typeof twoByTwo>) => Smooth | null): Linearise =>
  detections => {
    const smooth = toSmooth(twoByTwo(detections))
    if (!smooth) return null
    const tables = tablesByCluster(detections)
    const deviations = new Map(Array.from(tables, ([cluster, table]) => [cluster, alongSlope(smooth, table)]))
    return { value: smooth.value, n: detections.length, deviations }
  }

export const linearisedAuroc: Linearise = detections => {
  const places = new Map<number, number>()
  const scored = rankScored(detections, places)
  const parts = scored && aurocParts(scored)
  if (!parts) return null
  const { value, rights, wrongs } = parts
  const deviationAt = (g: number) =>
    (rights.sums[g] as number) / rights.answers + (wrongs.sums[g] as number) / wrongs.answers
  return { value, n: scored.confidence.length, deviations: atPlaces(places, deviationAt) }
}

export const linearisedAveragePrecision: Linearise = detections => {
  const places = new Map<number, number>()
  const scored = rankScored(detections, places)
  const parts = scored && averagePrecisionParts(scored)
  if (!parts) return null
  const { value, sums } = parts
  return { value, n: scored.confidence.length, deviations: atPlaces(places, g => sums[g] as number) }
}

const atPlaces = (places: ReadonlyMap<number, number>, of: (place: number) => number) =>
  new Map(Array.from(places, ([cluster, place]) => [cluster, of(place)]))

/** A mean over findings, in which each counts alike. */
export interface MacroFigure extends DetectionFigure {
  readonly findings: number
}

/**
 * The mean of one figure over findings. A cluster's deviation is the mean of its deviations of all findings; the variance is
 * G/(G − 1) Σu², with Student's t and Satterthwaite's (Σu²)²/Σu⁴ degrees of freedom, on the figure's scale.
 * @returns null of fewer than two findings
 */
export function macroFigure(figures: readonly LinearisedFigure[], scale: ErrorScale): MacroFigure | null {
  const findings = figures.length
  if (findings < 2) return null
  const deviations = new Map<number, number>()
  for (const figure of figures)
    for (const [cluster, deviation] of figure.deviations)
      deviations.set(cluster, (deviations.get(cluster) ?? 0) + deviation / findings)
  const value = figures.reduce((sum, figure) => sum + figure.value, 0) / findings
  const G = deviations.size
  let [squares, fourths] = [0, 0]
  for (const deviation of deviations.values()) {
    squares += deviation ** 2
    fourths += deviation ** 4
  }
  const error = Math.sqrt((G / (G - 1)) * squares) * scale.slope(value)
  const isKnown = G > 1 && error > 1e-12 && Number.isFinite(error)
  const reach = isKnown ? studentQuantile(squares ** 2 / fourths) * error : 0
  const middle = scale.to(value)
  return {
    ...{ value, findings, correct: null, clusters: G },
    n: figures.reduce((sum, { n }) => sum + n, 0),
    interval: isKnown ? { low: scale.back(middle - reach), high: scale.back(middle + reach) } : null,
    ...{ designEffect: null, effectiveN: null, method: isKnown ? 'taylor' : null },
  }
}
