/** The figures of each finding, and their means, as figures of `figures.json`. */
import { type Clusters, findClusters } from '../../../engine/analysis/clusters.ts'
import type { FigureSource } from '../../../engine/analysis/figure-source.ts'
import type { Figure } from '../../../engine/analysis/figures.ts'
import { usualDetail } from './detail-options.ts'
import { detectionFigure, figureNames, macroAverage, microAverage } from './detection-figures.ts'
import type { Detection } from './detections.ts'
import type { ForecastedRow } from './finding-answers.ts'
import { byTheRule, groupFindings } from './findings.ts'
import { openAccuracy } from './open-accuracy.ts'
import { type DetectionFigure, likelihoodRatio } from './table-figures.ts'
import { testedThreshold } from './threshold.ts'

/** Figures of each finding, most answers first, then their means; a figure that is not defined is left out. */
export function diagnosticsList({
  scored,
  positive: chosen,
}: Pick<FigureSource, 'scored' | 'positive'>): Figure[] {
  const clusters = findClusters(scored.map(({ row }) => row))
  const findings = groupFindings(scored, clusters, { ...byTheRule, positive: chosen })
  const listed = (
    figure: string,
    estimate: DetectionFigure | null,
    about: Pick<Figure, 'slice' | 'positive'>,
  ): Figure[] => {
    if (!estimate) return []
    const { value, n, correct, clusters: count, interval, designEffect, effectiveN, method } = estimate
    return [
      {
        ...{ figure, slice: about.slice, n, correct, clusters: count, unit: clusters.unit, share: value },
        ...{ low: interval?.low ?? null, high: interval?.high ?? null, designEffect, effectiveN, method },
        ...{ icc: null, ...(about.positive !== undefined && { positive: about.positive }) },
      },
    ]
  }
  return [
    ...openList(scored, clusters),
    ...findings.flatMap(({ finding, positive, detections }) => {
      const about = { slice: { finding }, positive }
      return [
        ...figureNames.flatMap(name => listed(name, detectionFigure(name, detections), about)),
        ...(['positive', 'negative'] as const).flatMap(sign =>
          listed(`likelihood-ratio-${sign}`, likelihoodRatio(detections, sign), about),
        ),
        ...thresholdFigures(detections).flatMap(([name, estimate]) => listed(name, estimate, about)),
      ]
    }),
    ...figureNames.flatMap(name => [
      ...listed(`macro-${name}`, macroAverage(name, findings), { slice: {} }),
      ...listed(`micro-${name}`, microAverage(name, findings), { slice: {} }),
    ]),
  ]
}

/** As on the page: chosen on one half of the clusters, and tested on the other. */
function thresholdFigures(
  detections: readonly Detection[],
): [name: string, estimate: DetectionFigure | null][] {
  const { sensitivity, seed } = usualDetail
  const rules = { youden: 'youden', 'wanted-sensitivity': { sensitivity } } as const
  return Object.entries(rules).flatMap(([name, rule]) => {
    const tested = testedThreshold(detections, rule, seed)
    return tested
      ? [
          [`sensitivity-at-${name}`, tested.sensitivity] as [string, DetectionFigure | null],
          [`specificity-at-${name}`, tested.specificity] as [string, DetectionFigure | null],
        ]
      : []
  })
}

/** What accuracy would be if all open answers were wrong, or right; nothing where none is open. */
function openList(
  scored: readonly ForecastedRow[],
  { unit, count }: Pick<Clusters, 'unit' | 'count'>,
): Figure[] {
  const { flow, open, allWrong, allRight } = openAccuracy(scored.map(({ row }) => row))
  if (open === 0) return []
  return Object.entries({ wrong: allWrong, right: allRight }).flatMap(([name, share]): Figure[] =>
    share === null
      ? []
      : [
          {
            ...{
              figure: `accuracy-if-open-${name}`,
              slice: {},
              n: flow.asked,
              correct: null,
              clusters: count,
            },
            ...{ unit, share, low: null, high: null, designEffect: null, effectiveN: null },
            ...{ method: null, icc: null },
          },
        ],
  )
}
