/** ROC and precision-recall curves with pointwise bands: percentiles of resampled clusters. */

import type { Interval, ScoredAnswers } from '@voxelwise/statistics'
import { fewestClusters, quantile, Random } from '@voxelwise/statistics'
import { type Detection, rankScored } from './detections.ts'
import { curvePoints } from './score-figures.ts'

export interface CurvePlace {
  readonly x: number
  readonly y: number
  /** The answer is positive from this probability on; infinite where none is. */
  readonly threshold: number
}

export interface BandPlace extends Interval {
  readonly x: number
}

interface BandedCurve {
  /** From left to right. */
  readonly places: readonly CurvePlace[]
  /** Null below 20 clusters. */
  readonly band: readonly BandPlace[] | null
}

export interface ScoreCurves {
  /** Sensitivity over 1 − specificity. */
  readonly roc: BandedCurve
  /** Precision (PPV) over recall (sensitivity). */
  readonly precision: BandedCurve
  /** The share of present findings among the scored answers: the precision of chance. */
  readonly prevalence: number
}

export const curveResamples = 500
const seed = 1
/** Where a band is computed, and how many points of a curve are drawn. */
const [bandPlaces, mostPlaces] = [51, 400]

/** @returns null without scores, or without both present and absent findings */
export function scoreCurves(detections: readonly Detection[]): ScoreCurves | null {
  const scored = rankScored(detections)
  const points = curvePoints(detections)
  const [first] = points
  if (!scored || !first || first.fn === 0 || first.tn === 0) return null
  const roc = points.map(({ tp, fp, fn, tn, threshold }) => ({
    ...{ x: fp / (fp + tn), y: tp / (tp + fn), threshold },
  }))
  const precision = points.slice(1).map(({ tp, fp, fn, threshold }) => ({
    ...{ x: tp / (tp + fn), y: tp / (tp + fp), threshold },
  }))
  const bands = scored.clusters < fewestClusters ? null : curveBands(scored)
  return {
    roc: { places: thinned(roc), band: bands?.roc ?? null },
    precision: { places: thinned(precision), band: bands?.precision ?? null },
    prevalence: first.fn / (first.fn + first.tn),
  }
}

/** At most `mostPlaces` of the places, with the first and the last. */
function thinned<Place>(places: readonly Place[]): readonly Place[] {
  if (places.length <= mostPlaces) return places
  const step = (places.length - 1) / (mostPlaces - 1)
  return Array.from({ length: mostPlaces }, (_, i) => places[Math.round(i * step)] as Place)
}

/** Cluster bootstrap (A. C. Davison and D. V. Hinkley, 1997, 3.8); draws without present or absent findings are left out. */
function curveBands({ confidence, correct, cluster, clusters }: ScoredAnswers) {
  const grid = Array.from({ length: bandPlaces }, (_, i) => i / (bandPlaces - 1))
  const draws = () => grid.map(() => new Float64Array(curveResamples).fill(Number.NaN))
  const [sensitivities, precisions] = [draws(), draws()]
  const random = new Random(seed)
  const times = new Float64Array(clusters)
  const n = confidence.length
  for (let draw = 0; draw < curveResamples; draw++) {
    times.fill(0)
    for (let g = 0; g < clusters; g++) {
      const drawn = random.below(clusters)
      times[drawn] = (times[drawn] as number) + 1
    }
    let [present, absent] = [0, 0]
    for (let i = 0; i < n; i++) {
      const weight = times[cluster[i] as number] as number
      if (correct[i] === 1) present += weight
      else absent += weight
    }
    if (present === 0 || absent === 0) continue
    let [tp, fp, atFp, atTp] = [0, 0, 0, 0]
    for (let i = 0; i < n; ) {
      const [lastX, lastY] = [fp / absent, tp / present]
      for (const score = confidence[i]; i < n && confidence[i] === score; i++) {
        const weight = times[cluster[i] as number] as number
        if (correct[i] === 1) tp += weight
        else fp += weight
      }
      const [x, y] = [fp / absent, tp / present]
      // Between two points the curve is straight, as the area counts equal scores.
      for (; atFp < bandPlaces && (grid[atFp] as number) < x; atFp++) {
        const part = ((grid[atFp] as number) - lastX) / (x - lastX)
        ;(sensitivities[atFp] as Float64Array)[draw] = lastY + part * (y - lastY)
      }
      for (; atTp < bandPlaces && (grid[atTp] as number) <= y; atTp++)
        (precisions[atTp] as Float64Array)[draw] = tp + fp === 0 ? Number.NaN : tp / (tp + fp)
    }
    for (; atFp < bandPlaces; atFp++) (sensitivities[atFp] as Float64Array)[draw] = 1
  }
  const bandAmong = (all: readonly Float64Array[]): BandPlace[] =>
    all.flatMap((values, at) => {
      const sorted = values.filter(value => !Number.isNaN(value)).sort()
      if (sorted.length === 0) return []
      return [{ x: grid[at] as number, low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) }]
    })
  return { roc: bandAmong(sensitivities), precision: bandAmong(precisions) }
}
