/** `figures.json`: its figures, list by list. */

import type { FigureList, FigureSource } from '../../engine/analysis/figure-source.ts'
import {
  accuracyList,
  type Figure,
  figuresJson,
  measuredList,
  pairList,
  yesNoList,
} from '../../engine/analysis/figures.ts'
import type { OptionForecast } from '../../engine/analysis/option-forecast.ts'
import { shortcutList } from '../../engine/analysis/shortcut-figures.ts'
import { yesNoFigures } from '../../engine/analysis/yes-no.ts'
import { loadFeatureFigures } from '../seams.ts'

/** What is known of a run. */
interface FigureFacts extends Omit<FigureSource, 'scored'> {
  /** Probabilities of the options, of each row; empty where none are known. */
  readonly forecasts: readonly (OptionForecast | null)[]
  /** What its passes on the images show. */
  readonly found: readonly Figure[]
}

/** In the order of the file, before those of features. A new list is one line here. */
const lists: readonly FigureList[] = [
  ({ accuracy }) => accuracyList(accuracy),
  ({ rows, levels, whole }) => shortcutList(rows, levels, whole),
  ({ slices }) => slices,
  ({ rows }) => yesNoList(yesNoFigures(rows)),
  ({ readings }) => measuredList(readings?.measured ?? []),
  ({ readings }) => pairList(readings?.pairs ?? null),
]

/** The same for the page, for `evaluate` and for `score`. */
export async function figuresText({ forecasts, found, ...facts }: FigureFacts): Promise<string> {
  const all = [...lists, ...(await loadFeatureFigures())]
  const scored = facts.rows.map((row, i) => ({ row, forecast: forecasts[i] ?? null }))
  return figuresJson([...all.flatMap(list => list({ ...facts, scored })), ...found])
}
