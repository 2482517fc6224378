import type { JsonObject } from '../base/json.ts'
import type { MeasuredElsewhere } from './elsewhere.ts'
import type { LoadCounts } from './sample.ts'
import type { ServerInfo } from './server-info.ts'

/** Where the files come from; enough to find them again, or to ask for them by name. */
export type SourceKind = 'bundled' | 'directory' | 'files' | 'served' | 'server'

/** How the rows of tables became samples. */
export interface DatasetReading {
  /** Who made the mapping: this project, nobody (a guess), or the user. */
  readonly origin: 'preset' | 'guess' | 'file'
  /** The mapping as JSON (docs/mappings.md). */
  readonly document: JsonObject
  /** The split that was asked for; null where test, else validation, else all was taken. */
  readonly split: string | null
}

export interface DatasetInfo {
  readonly name: string
  readonly source: SourceKind
  readonly fingerprint: string
  readonly counts: LoadCounts
  /** Absent where the format needs no mapping, as MedRCube's. */
  readonly mapping?: DatasetReading
  /** How questions were derived from the headers of DICOM files; absent where they were read. */
  readonly derived?: DerivedQuestions
}

export interface DerivedQuestions {
  /** The version of the rules. */
  readonly rules: string
  readonly seed: number
  readonly keepUnmarked?: true
  readonly codedRegions?: true
}

/** What a precision of a model answered otherwise than PyTorch, as its exporter measured on the same questions. */
export interface Agreement {
  readonly questions: number
  /** Questions whose most probable option letter was another one. */
  readonly lettersChanged: number
  /** Largest difference of a logit at the answer position. */
  readonly logits: number
  /** What it was compared with, in words. */
  readonly reference: string
}

export interface ModelInfo {
  readonly name: string
  readonly source: SourceKind
  /** `model_type` of config.json; of a server which one it is. */
  readonly family: string
  /**
   * SHA-256 (hex) over the configuration files and every weight file's name, size and bytes read; of a server over what it
   * says of itself and the model.
   */
  readonly fingerprint: string
  /** What it answers otherwise than in PyTorch; absent where nothing is known, and in runs of older versions. */
  readonly departure?: string
  /** Of the precision that is run; absent where it was not measured, and in runs of older versions. */
  readonly agreement?: Agreement
  /** Where a server answers instead of the page: then its pixels are prepared there. */
  readonly server?: ServerInfo
  /** Where another tool asked it: then nothing is known of its precision and device. */
  readonly elsewhere?: MeasuredElsewhere
}
