/** Every figure of a finding, by its name in `figures.json`. */
import type { Detection } from './detections.ts'
import {
  type Linearise,
  linearisedAuroc,
  linearisedAveragePrecision,
  linearisedTable,
  type MacroFigure,
  macroFigure,
} from './linearised.ts'
import { type ErrorScale, fisher, logits } from './scales.ts'
import { auroc, averagePrecisionFigure } from './score-figures.ts'
import {
  balancedAccuracy,
  type DetectionFigure,
  f1Score,
  matthewsCorrelation,
  shareFigure,
} from './table-figures.ts'
import { type ShareName, shareOfTable, smoothBalanced, smoothF1, smoothMcc } from './table-functions.ts'

export const figureNames = [
  ...(['auroc', 'average-precision', 'sensitivity', 'specificity', 'ppv', 'npv'] as const),
  ...(['f1', 'mcc', 'balanced-accuracy'] as const),
] as const
export type FigureName = (typeof figureNames)[number]

interface FigureKind {
  readonly of: (detections: readonly Detection[]) => DetectionFigure | null
  readonly linearise: Linearise
  /** On which the mean over findings has its interval. */
  readonly scale: ErrorScale
}

const share = (name: ShareName): FigureKind => ({
  of: detections => shareFigure(detections, name),
  linearise: linearisedTable(shareOfTable(name)),
  scale: logits,
})

const kinds: Readonly<Record<FigureName, FigureKind>> = {
  auroc: { of: auroc, linearise: linearisedAuroc, scale: logits },
  'average-precision': {
    of: averagePrecisionFigure,
    linearise: linearisedAveragePrecision,
    scale: logits,
  },
  sensitivity: share('sensitivity'),
  specificity: share('specificity'),
  ppv: share('ppv'),
  npv: share('npv'),
  f1: { of: f1Score, linearise: linearisedTable(smoothF1), scale: logits },
  mcc: { of: matthewsCorrelation, linearise: linearisedTable(smoothMcc), scale: fisher },
  'balanced-accuracy': { of: balancedAccuracy, linearise: linearisedTable(smoothBalanced), scale: logits },
}

/** Null where it is not defined. */
export const detectionFigure = (name: FigureName, detections: readonly Detection[]): DetectionFigure | null =>
  kinds[name].of(detections)

/** The mean over the findings that have the figure, each counting alike; null of fewer than two. */
export function macroAverage(
  name: FigureName,
  findings: readonly { readonly detections: readonly Detection[] }[],
): MacroFigure | null {
  const { linearise, scale } = kinds[name]
  return macroFigure(
    findings.flatMap(({ detections }) => linearise(detections) ?? []),
    scale,
  )
}

/** The figure of all answers to all findings together; null of fewer than two findings. */
export const microAverage = (
  name: FigureName,
  findings: readonly { readonly detections: readonly Detection[] }[],
): DetectionFigure | null =>
  findings.length < 2 ? null : kinds[name].of(findings.flatMap(({ detections }) => detections))
