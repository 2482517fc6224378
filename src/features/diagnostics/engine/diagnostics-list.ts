/** The figures of each finding, and their means, as figures of `figures.json`. */
import { clustersOf } from '../../../engine/analysis/clusters.ts'
import type { Figure } from '../../../engine/analysis/figures.ts'
import { detectionFigure, figureNames, macroOf, microOf } from './detection-figures.ts'
import type { ForecastedRow } from './finding-answers.ts'
import { findingsOf } from './findings.ts'
import type { DetectionFigure } from './table-figures.ts'

/** Of each finding, those with most answers first, then their means; a figure that is not defined is left out. */
export function diagnosticsList({ scored }: { readonly scored: readonly ForecastedRow[] }): Figure[] {
  const clusters = clustersOf(scored.map(({ row }) => row))
  const findings = findingsOf(scored, clusters)
  const listed = (
    figure: string,
    found: DetectionFigure | null,
    of: Pick<Figure, 'slice' | 'positive'>,
  ): Figure[] => {
    if (!found) return []
    const { value, n, correct, clusters: count, interval, designEffect, effectiveN, method } = found
    return [
      {
        ...{ figure, slice: of.slice, n, correct, clusters: count, unit: clusters.unit, share: value },
        ...{ low: interval?.low ?? null, high: interval?.high ?? null, designEffect, effectiveN, method },
        ...{ icc: null, ...(of.positive !== undefined && { positive: of.positive }) },
      },
    ]
  }
  return [
    ...findings.flatMap(({ finding, positive, detections }) =>
      figureNames.flatMap(name =>
        listed(name, detectionFigure(name, detections), { slice: { finding }, positive }),
      ),
    ),
    ...figureNames.flatMap(name => [
      ...listed(`macro-${name}`, macroOf(name, findings), { slice: {} }),
      ...listed(`micro-${name}`, microOf(name, findings), { slice: {} }),
    ]),
  ]
}
