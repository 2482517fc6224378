import { countBy, recordFrom } from '../base/grouping.ts'
import type { SamplingFrame } from '../protocol/frame.ts'
import type { AnswerKind } from '../protocol/reading.ts'
import { type AccuracyFigures, runFigures } from './accuracy-figures.ts'
import type { AskedPart, AskedRun } from './asked-part.ts'
import { type BaselineFigures, baselineFigures, type Guess } from './blind-baseline.ts'
import { type CutAnswers, cutAnswers } from './cut-answers.ts'
import type { DerivedFacts } from './derived-rows.ts'
import { accuracyShares, countedLabels } from './report.ts'
import type { ResultRow } from './result-row.ts'
import type { Estimate } from './shares.ts'

/** The filters of a list of samples, label by label. */
export const listAxes = ['task', 'modality', 'parts', 'dataset', 'verdict'] as const
export type ListAxis = (typeof listAxes)[number]

export type Labels = readonly (readonly [string, number])[]

/** Rows for lists; records are read one by one, everything else is derived from rows. */
export interface Rows {
  readonly rows: readonly ResultRow[]
  readonly overview: RunOverview
}

/** The facts that the views show immediately: counted where the rows are made, off the main thread. */
export interface RunOverview extends AccuracyFigures, DerivedFacts {
  readonly failed: number
  /** Present if not all of the data set has been asked; figures then carry estimates for the whole, if available. */
  readonly part: AskedPart | null
  /** By kind of question, where answers of several kinds are read. */
  readonly kinds: ReadonlyMap<AnswerKind, Estimate>
  /** How many rows have each label, failed ones too, in the order of first mention. */
  readonly labels: Readonly<Record<ListAxis | 'finding', Labels>>
  /** Every figure beside its blind baseline; null where no question is from DICOM headers. */
  readonly blind: BaselineFigures | null
  /** Answers that reached the limit of new tokens; null where none did. */
  readonly cut: CutAnswers | null
}

/** A run's overview, from its rows and from facts that only its records contain. */
export function runOverview(
  rows: readonly ResultRow[],
  { guesses = null, run, frame, ...derived }: OverviewFacts,
): RunOverview {
  return {
    ...runFigures(rows, run, frame),
    ...derived,
    failed: rows.reduce((sum, row) => sum + Number(row.verdict === 'failed'), 0),
    kinds: derived.readings ? accuracyShares(rows).by(({ kind }) => kind) : new Map(),
    labels: {
      ...recordFrom(listAxes, axis => countedLabels(axis, countBy(rows.map(row => row[axis])))),
      finding: [...countBy(rows.flatMap(row => row.findings ?? []))],
    },
    blind: guesses && baselineFigures(rows, guesses),
    cut: cutAnswers(rows),
  }
}

/** The facts that an overview needs besides the rows. */
interface OverviewFacts extends DerivedFacts {
  readonly guesses: readonly Guess[] | null
  readonly run: AskedRun
  /** Present if it was stored with the run. */
  readonly frame: SamplingFrame | undefined
}
