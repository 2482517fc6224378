/** `figures.json`: its figures, list by list. */
import { toEnd } from '@voxelwise/statistics'
import type { AccuracyFigures } from '../../engine/analysis/accuracy-figures.ts'
import type { AskedPart } from '../../engine/analysis/asked-part.ts'
import { type OptionForecast, wholeConfidenceSteps } from '../../engine/analysis/confidence.ts'
import { confidenceList } from '../../engine/analysis/confidence-list.ts'
import {
  accuracyList,
  type Figure,
  figuresJson,
  findingList,
  measuredList,
  pairList,
  yesNoList,
} from '../../engine/analysis/figures.ts'
import { paperFindings } from '../../engine/analysis/papers/paper-findings.ts'
import type { RateEstimates } from '../../engine/analysis/rate-estimates.ts'
import type { Readings } from '../../engine/analysis/readings.ts'
import type { ResultRow } from '../../engine/analysis/result-row.ts'
import type { Countable } from '../../engine/analysis/shares.ts'
import { shortcutList } from '../../engine/analysis/shortcut-figures.ts'
import { yesNoFigures } from '../../engine/analysis/yes-no.ts'
import { featureFigures } from '../../engine/features.ts'
import { auditList } from '../../engine/probes/audit/audit-list.ts'
import type { ImageFindings } from '../../engine/probes/image-findings.ts'
import type { ShortcutOptions } from '../../engine/protocol/shortcut.ts'

/** What the figures of the file are made of. */
export interface FigureSource extends Pick<ImageFindings, 'audit'> {
  readonly rows: readonly (Countable & Pick<ResultRow, 'isUnparsed'>)[]
  readonly accuracy: AccuracyFigures & { readonly part: AskedPart | null }
  /** Accuracies by further fields. */
  readonly slices: readonly Figure[]
  readonly levels: ShortcutOptions
  /** Of a part asked in a drawn order: the shortcut rates of all images. */
  readonly whole: RateEstimates | null
  readonly readings: Readings | null
  /** Probabilities of the options, of each row; empty where none are known. */
  readonly forecasts: readonly (OptionForecast | null)[]
  /** Questions of the data set. */
  readonly total: number
}

const scoredOf = ({ rows, forecasts }: FigureSource) =>
  rows.map((row, i) => ({ row, forecast: forecasts[i] ?? null }))

/** In the order of the file. A new list is one line here or, of a feature, one of `featureFigures`. */
const lists: readonly ((source: FigureSource) => readonly Figure[])[] = [
  ({ accuracy }) => accuracyList(accuracy),
  ({ rows, levels, whole }) => shortcutList(rows, levels, whole),
  ({ slices }) => slices,
  ({ rows }) => yesNoList(yesNoFigures(rows)),
  ({ readings }) => measuredList(readings?.measured ?? []),
  ({ readings }) => pairList(readings?.pairs ?? null),
  source => confidenceList(toEnd(wholeConfidenceSteps(scoredOf(source)))),
  source => featureFigures.flatMap(list => list(scoredOf(source))),
  ({ rows, accuracy, total }) => findingList(paperFindings(rows, accuracy, total)),
  ({ audit }) => (audit ? auditList(audit) : []),
]

/** The same for the page, for `evaluate` and for `score`. */
export const figuresText = (source: FigureSource): string => figuresJson(lists.flatMap(list => list(source)))
