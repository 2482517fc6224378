/** Rows derived from a run's records. They are stored for a large run, which then opens without reading its records. */
import type { Guess } from './blind-baseline.ts'
import type { OptionForecast } from './option-forecast.ts'
import type { Readings } from './readings.ts'
import type { ResultRow } from './result-row.ts'
import type { RowPack } from './row-pack.ts'
import type { ServedAnswers } from './served-answers.ts'
import type { UnreadReplies } from './unread.ts'

/** Derived in addition to each row, for views that few people open: as large as the rows themselves. */
export interface RowExtras {
  /** SHA-256 of the image that was shown; null where the record has none. */
  readonly digests: readonly (string | null)[]
  readonly forecasts: readonly (OptionForecast | null)[]
}

/** Derived from all records together, and part of `RunOverview`. */
export interface DerivedFacts {
  /** Names of all fields that a sample or its answer has. */
  readonly fields: readonly string[]
  /** Rooted paths of images that were read with one content and then with another. */
  readonly changedImages: readonly string[]
  /** How answers were read; null where the protocol has one way only. */
  readonly readings: Readings | null
  readonly unread: UnreadReplies
  /** How a server gave its answers; null where none did. */
  readonly served: ServedAnswers | null
}

export interface DerivedRest extends DerivedFacts {
  /** Guesses at questions from DICOM headers; null where there are none. */
  readonly guesses: readonly Guess[] | null
  /** Whether the rows are enough for the official shortcut report. */
  readonly rowsSufficeForReport: boolean
}

export interface DerivedRows extends RowExtras, DerivedRest {
  readonly rows: readonly ResultRow[]
}

/** Some of the rows with their extras, as they are stored: each part by itself, because few views need the extras. */
export interface DerivedPortion extends RowExtras {
  readonly rows: RowPack
}

/** Stored after all portions: without it they are incomplete. */
export interface DerivedHead {
  /** `rowsKey` of the records. */
  readonly cacheKey: string
  readonly rows: number
  readonly portions: number
  readonly rest: DerivedRest
}

/** To be raised whenever other things are derived of the same records, or their stored form changes. */
const version = 14

/** Identifies the data derived from a run's records: it differs whenever the run, its records or the derivation do. */
export const rowsKey = (run: { readonly created: string; readonly imported?: string }, records: number) =>
  JSON.stringify([version, run.created, run.imported, records])

/** Number of records from which derived rows are stored, and all records are read in a thread of their own. */
export const manyRecords = 20_000
