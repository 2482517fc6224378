/** What the page and the report show of a run's findings. */

import type { Clusters, Unit } from '../../../engine/analysis/clusters.ts'
import { type ScoreCurves, scoreCurves } from './curve-bands.ts'
import type { DetailOptions } from './detail-options.ts'
import {
  detectionFigure,
  type FigureName,
  figureNames,
  macroAverage,
  microAverage,
} from './detection-figures.ts'
import { type Detection, type TwoByTwo, twoByTwo } from './detections.ts'
import type { FindingAnswers, ForecastedRow, PositiveRule } from './finding-answers.ts'
import { type FindingChoice, groupFindings } from './findings.ts'
import { openAccuracy } from './open-accuracy.ts'
import { type DetectionFigure, likelihoodRatio, valueAtPrevalence } from './table-figures.ts'
import { decisionCurve, type NetBenefit, type TestedThreshold, testedThreshold } from './threshold.ts'
import { type OpenBounds, openBounds, type QuestionFlow, questionFlow } from './unread-bounds.ts'

export type FindingFigures = Readonly<Record<FigureName, DetectionFigure | null>>

interface FindingSummary {
  readonly finding: string
  readonly positive: string
  readonly rule: PositiveRule
  readonly answers: readonly string[]
  readonly n: number
  readonly present: number
  readonly figures: FindingFigures
}

/** A figure over findings: each counting alike, and of all answers together. */
interface OverFindings {
  /** How many findings have it. */
  readonly findings: number
  readonly macro: DetectionFigure | null
  readonly micro: DetectionFigure | null
}

export interface DiagnosticsReport {
  readonly unit: Unit
  /** What became of all questions. */
  readonly flow: QuestionFlow
  readonly findings: readonly FindingSummary[]
  readonly over: Readonly<Record<FigureName, OverFindings>>
  /** Whether the run has probabilities of options. */
  readonly hasScores: boolean
}

const byFigure = <Value>(of: (name: FigureName) => Value) =>
  Object.fromEntries(figureNames.map(name => [name, of(name)])) as Record<FigureName, Value>

/** @param clusters of all rows */
export function diagnosticsReport(
  items: readonly ForecastedRow[],
  clusters: Clusters,
  choice: FindingChoice,
): DiagnosticsReport {
  const findings = groupFindings(items, clusters, choice)
  const summaries = findings.map(findingSummary)
  return {
    unit: clusters.unit,
    flow: openAccuracy(items.map(({ row }) => row)).flow,
    findings: summaries,
    over: byFigure(name => ({
      findings: summaries.filter(({ figures }) => figures[name]).length,
      macro: macroAverage(name, findings),
      micro: microAverage(name, findings),
    })),
    hasScores: items.some(({ forecast }) => forecast && forecast.probabilities.length > 0),
  }
}

function findingSummary({ detections, failed: _, rows: __, ...rest }: FindingAnswers): FindingSummary {
  return {
    ...rest,
    n: detections.length,
    present: detections.filter(({ isPresent }) => isPresent).length,
    figures: byFigure(name => detectionFigure(name, detections)),
  }
}

export interface FindingDetail extends FindingSummary {
  readonly table: TwoByTwo
  readonly flow: QuestionFlow
  readonly ratios: Readonly<Record<'positive' | 'negative', DetectionFigure | null>>
  readonly atPrevalence: {
    readonly prevalence: number
    readonly ppv: DetectionFigure | null
    readonly npv: DetectionFigure | null
  } | null
  readonly curves: ScoreCurves | null
  readonly thresholds: {
    readonly seed: number
    readonly youden: TestedThreshold | null
    readonly wanted: number
    readonly bySensitivity: TestedThreshold | null
  } | null
  readonly decision: readonly NetBenefit[]
  readonly bounds: readonly FindingBounds[]
}

export interface FindingBounds extends OpenBounds {
  readonly name: FigureName
  readonly shown: DetectionFigure
}

/** @param names of findings, in the order in which they are returned; others are left out */
export function findingDetails(
  items: readonly ForecastedRow[],
  clusters: Clusters,
  choice: FindingChoice,
  names: readonly string[],
  options: DetailOptions,
): FindingDetail[] {
  const findings = groupFindings(items, clusters, choice)
  return names.flatMap(name => {
    const answers = findings.find(({ finding }) => finding === name)
    return answers ? [findingDetail(answers, options)] : []
  })
}

/** Probabilities at which the net benefit is computed. */
const decisionThresholds = Array.from({ length: 49 }, (_, i) => (i + 1) / 50)
const bounded = ['sensitivity', 'specificity', 'balanced-accuracy'] as const

function findingDetail(
  answers: FindingAnswers,
  { prevalence, sensitivity, seed }: DetailOptions,
): FindingDetail {
  const { detections, failed } = answers
  const curves = scoreCurves(detections)
  const flow = questionFlow(detections, failed.length)
  return {
    ...findingSummary(answers),
    table: twoByTwo(detections),
    flow,
    ratios: {
      positive: likelihoodRatio(detections, 'positive'),
      negative: likelihoodRatio(detections, 'negative'),
    },
    atPrevalence:
      prevalence === null
        ? null
        : {
            prevalence,
            ppv: valueAtPrevalence(detections, 'ppv', prevalence),
            npv: valueAtPrevalence(detections, 'npv', prevalence),
          },
    curves,
    thresholds: curves && {
      seed,
      youden: testedThreshold(detections, 'youden', seed),
      wanted: sensitivity,
      bySensitivity: testedThreshold(detections, { sensitivity }, seed),
    },
    decision: curves ? decisionCurve(detections, decisionThresholds) : [],
    bounds:
      flow.failed + flow.unread + flow.cut === 0 ? [] : bounded.flatMap(name => findingBounds(name, answers)),
  }
}

function findingBounds(name: FigureName, { detections, failed }: FindingAnswers): FindingBounds[] {
  const shown = detectionFigure(name, detections)
  if (!shown) return []
  const valueAmong = (group: readonly Detection[]): number | null =>
    detectionFigure(name, group)?.value ?? null
  return [{ name, shown, ...openBounds(detections, failed, valueAmong) }]
}
