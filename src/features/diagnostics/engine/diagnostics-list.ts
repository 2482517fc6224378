/** The figures of each finding, and their means, as figures of `figures.json`. */
import { clustersOf, type Unit } from '../../../engine/analysis/clusters.ts'
import type { Figure } from '../../../engine/analysis/figures.ts'
import type { Detection } from './detections.ts'
import { type FindingAnswers, type ForecastedRow, findingsOf } from './findings.ts'
import { auroc, averagePrecisionFigure } from './score-figures.ts'
import {
  balancedAccuracy,
  type DetectionFigure,
  f1Score,
  matthewsCorrelation,
  shareFigure,
  shareNames,
} from './table-figures.ts'

type FigureOf = (detections: readonly Detection[]) => DetectionFigure | null

/** Every figure of a finding, in the order of the file. */
export const detectionFigures: readonly (readonly [name: string, of: FigureOf])[] = [
  ['auroc', auroc],
  ['average-precision', averagePrecisionFigure],
  ...shareNames.map(
    name => [name, (detections: readonly Detection[]) => shareFigure(detections, name)] as const,
  ),
  ['f1', f1Score],
  ['mcc', matthewsCorrelation],
  ['balanced-accuracy', balancedAccuracy],
]

/** Of each finding, those with most answers first; a figure that is not defined is left out. */
export function diagnosticsList(items: readonly ForecastedRow[]): Figure[] {
  const clusters = clustersOf(items.map(({ row }) => row))
  return findingsOf(items, clusters).flatMap(finding => figuresOfFinding(finding, clusters.unit))
}

function figuresOfFinding({ finding, positive, detections }: FindingAnswers, unit: Unit): Figure[] {
  return detectionFigures.flatMap(([figure, of]): Figure[] => {
    const found = of(detections)
    if (!found) return []
    const { value, n, correct, clusters, interval, designEffect, effectiveN, method } = found
    return [
      {
        ...{ figure, slice: { finding }, n, correct, clusters, unit, share: value },
        ...{ low: interval?.low ?? null, high: interval?.high ?? null, designEffect, effectiveN, method },
        ...{ icc: null, positive },
      },
    ]
  })
}
