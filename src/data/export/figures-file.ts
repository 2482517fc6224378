/** `figures.json`: its figures, list by list. */

import type { FigureList, FigureSource } from '../../engine/analysis/figure-source.ts'
import {
  accuracyList,
  figuresJson,
  measuredList,
  pairList,
  yesNoList,
} from '../../engine/analysis/figures.ts'
import type { OptionForecast } from '../../engine/analysis/option-forecast.ts'
import { shortcutList } from '../../engine/analysis/shortcut-figures.ts'
import { yesNoFigures } from '../../engine/analysis/yes-no.ts'
import { featureFindings } from '../../engine/finding-seams.ts'
import { ofFindings } from '../../engine/probes/feature-finding.ts'
import type { ImageFindings } from '../../engine/probes/image-findings.ts'
import { featureFigures } from '../../engine/seams.ts'

/** What is known of a run. */
interface FigureFacts extends Omit<FigureSource, 'scored'>, ImageFindings {
  /** Probabilities of the options, of each row; empty where none are known. */
  readonly forecasts: readonly (OptionForecast | null)[]
}

/** In the order of the file, before those of features. A new list is one line here. */
const lists: readonly FigureList[] = [
  ({ accuracy }) => accuracyList(accuracy),
  ({ rows, levels, whole }) => shortcutList(rows, levels, whole),
  ({ slices }) => slices,
  ({ rows }) => yesNoList(yesNoFigures(rows)),
  ({ readings }) => measuredList(readings?.measured ?? []),
  ({ readings }) => pairList(readings?.pairs ?? null),
  ...featureFigures,
]

/** The same for the page, for `evaluate` and for `score`. */
export function figuresText({ forecasts, added, ...facts }: FigureFacts): string {
  const scored = facts.rows.map((row, i) => ({ row, forecast: forecasts[i] ?? null }))
  return figuresJson([
    ...lists.flatMap(list => list({ ...facts, scored })),
    ...ofFindings(featureFindings, added, (finding, found) => finding.figures(found)),
  ])
}
