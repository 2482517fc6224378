/** A run's answers about a finding, and the rows that they are made of. */
import type { OptionForecast } from '../../../engine/analysis/option-forecast.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { Countable } from '../../../engine/analysis/shares.ts'
import type { Detection } from './detections.ts'

export type DiagnosedRow = Countable & Pick<ResultRow, 'isUnparsed' | 'isCut'>

/** The number of an answered row's cluster. */
export type ClusterNumbers = { readonly of: (row: DiagnosedRow) => number }

/** A row with the probabilities of its options, if the run asked for them. */
export interface ForecastedRow {
  readonly row: DiagnosedRow
  readonly forecast: OptionForecast | null
}

/**
 * Why an answer is the positive one: it was chosen, the other one says that the finding is absent, it is the rarer of two, every answer is in turn, or, where
 * several options may be right, every option is.
 */
export type PositiveRule = 'chosen' | 'known opposite' | 'rarer' | 'each answer' | 'each option'

export interface FindingAnswers {
  readonly finding: string
  /** The answer that says that the finding is present. */
  readonly positive: string
  readonly rule: PositiveRule
  /** All right answers of its questions, as they are written. */
  readonly answers: readonly string[]
  readonly detections: readonly Detection[]
  /** The row of each of them. */
  readonly rows: readonly DiagnosedRow[]
  /** Questions that failed: whether the finding is present in each. */
  readonly failed: readonly Pick<Detection, 'isPresent'>[]
}

export interface NamedFinding extends FindingAnswers {
  /** What tells it from another of the same name. */
  readonly of: string
}

/** Fewer answers are listed as no finding. */
export const fewestAnswers = 10

/** Whether a row enters tables: failed questions do not. */
export const isDiagnosed = ({ row }: ForecastedRow): boolean => row.verdict !== 'failed'

/** The question's text. */
export const readQuestionText = ({ row }: ForecastedRow): string => (row.question ?? '').trim()

export const readingState = ({
  isUnparsed,
  isCut,
}: Pick<DiagnosedRow, 'isUnparsed' | 'isCut'>): Detection['reading'] =>
  isUnparsed ? 'unread' : isCut ? 'cut' : 'read'
