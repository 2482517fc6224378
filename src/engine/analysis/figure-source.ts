/** What the figures of `figures.json` are made of. */
import type { ShortcutOptions } from '../protocol/shortcut.ts'
import type { AccuracyFigures } from './accuracy-figures.ts'
import type { AskedPart } from './asked-part.ts'
import type { Figure } from './figures.ts'
import type { OptionForecast } from './option-forecast.ts'
import type { RateEstimates } from './rate-estimates.ts'
import type { Readings } from './readings.ts'
import type { ResultRow } from './result-row.ts'
import type { Countable } from './shares.ts'

type FigureRow = Countable & Pick<ResultRow, 'isUnparsed'>

export interface FigureSource {
  readonly rows: readonly FigureRow[]
  /** Each row with the probabilities of its options; null where none are known. */
  readonly scored: readonly { readonly row: FigureRow; readonly forecast: OptionForecast | null }[]
  readonly accuracy: AccuracyFigures & { readonly part: AskedPart | null }
  /** Accuracies by further fields. */
  readonly slices: readonly Figure[]
  readonly levels: ShortcutOptions
  /** Shortcut rates of all images, where a part was asked in a drawn order. */
  readonly whole: RateEstimates | null
  readonly readings: Readings | null
  /** The right answer that says that a finding is present, as the user named it; null for the rule. */
  readonly positive: string | null
  /** Questions of the data set. */
  readonly total: number
}

/** Some figures of the file, in their order. */
export type FigureList = (source: FigureSource) => readonly Figure[]
