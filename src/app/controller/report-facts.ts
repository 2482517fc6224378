import type { Credibility } from '../../engine/analysis/chains.ts'
import type { RunsComparison } from '../../engine/analysis/comparison.ts'
import type { JudgedAnswers } from '../../engine/analysis/judged-answers.ts'
import type { ResultRow } from '../../engine/analysis/result-row.ts'
import type { RunFinding } from '../../engine/analysis/run-findings.ts'
import type { Rows } from '../../engine/analysis/run-overview.ts'
import type { SubgroupFacts } from '../../engine/analysis/subgroup-view.ts'
import type { WindowDependence } from '../../engine/analysis/window-dependence.ts'
import type { AnswerTexts } from '../../engine/probes/answer-texts.ts'
import type { PassFacts } from '../../engine/probes/report.ts'
import type { RunLoad } from '../../engine/protocol/frame.ts'
import type { FailedRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { LevelChoice } from './levels.ts'

/** What features add to the results of a run, or to a comparison, by name (`ResultPart`, `ComparedPart`). */
export type AddedParts = ReadonlyMap<string, unknown>

export interface Results extends Rows {
  readonly run: Run
  /** What features add to them. */
  readonly added: AddedParts
}

/** Runs side by side, in the order asked for: the first is the baseline. */
export interface Compared {
  readonly runs: readonly Run[]
  readonly comparison: RunsComparison
  /** How many answers the window changed in each run but the first; null where anything else differs. */
  readonly windows: readonly (WindowDependence | null)[]
  /** Seconds per question of two runs; null where they are not known. */
  readonly seconds: readonly (number | null)[]
}

/** Samples that findings are about, where the rows of the run do not tell them. */
export interface FindingSamples {
  /** Indices of the samples of shortcuts. */
  readonly linked: ArrayLike<number>
  /** By the run or pass that the run is compared with: indices of three samples whose verdict differs, of different images. */
  readonly changed: ReadonlyMap<string, readonly number[]>
}

/** All facts in the report of a run; everything else is derived from them. */
export interface ReportFacts extends Results {
  readonly subgroups: readonly SubgroupFacts[]
  readonly credibility: Credibility
  readonly findings: readonly RunFinding[]
  readonly levels: LevelChoice
  readonly failures: readonly FailedRecord[]
  /** Skipped samples and oddities of the data set; undefined if not stored with the run. */
  readonly load: RunLoad | undefined
  /** Null where no pass has been made. */
  readonly probes: PassFacts | null
  /** What judges made of answers in words; null where none was asked. */
  readonly judged: JudgedAnswers | null
}

export interface ComparisonFacts {
  readonly compared: Compared
  readonly levels: LevelChoice
}

/** All facts in the report of a comparison. */
export interface ComparisonReportFacts extends ComparisonFacts {
  /** What features add, and what they keep in this browser. */
  readonly added: AddedParts
}

export interface SheetSample {
  readonly row: ResultRow
  readonly texts: AnswerTexts
}

/** One image of a contact sheet, with the samples on it. */
export interface SheetImage {
  /** In small, as a data address; null where there is none, or its folder is not open. */
  readonly image: string | null
  readonly samples: readonly SheetSample[]
}

export interface SheetFacts {
  readonly run: Run
  readonly images: readonly SheetImage[]
  /** How many samples are shown, and how many were selected. */
  readonly shown: number
  readonly of: number
}

/** The report of a run before it is a file: for files that are made of its charts. */
export interface DrawnReport {
  readonly facts: ReportFacts
  readonly html: string
  readonly styles: string
}

/** Draws reports as files. The views' own, handed in, for nothing here knows how a report looks. */
export interface ReportMaker {
  /** Those that take long throw what the signal was aborted with. */
  readonly reportFile: (facts: ReportFacts, signal: AbortSignal) => Promise<Blob>
  readonly drawnReport: (facts: ReportFacts, signal: AbortSignal) => Promise<DrawnReport>
  readonly comparisonFile: (facts: ComparisonReportFacts, signal: AbortSignal) => Promise<Blob>
  readonly sheetFile: (facts: SheetFacts) => Blob
}
