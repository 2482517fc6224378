/** How a folder was read: kept with the run, and shown for confirmation. */
import type { MappingDocument } from './document.ts'

/** Who made the mapping: this project, nobody (a guess), or the user. */
export const mappingOrigins = ['preset', 'guess', 'file'] as const
export type MappingOrigin = (typeof mappingOrigins)[number]

export interface MappingReport {
  readonly document: MappingDocument
  readonly origin: MappingOrigin
  /** The split whose rows were read; null where all were. */
  readonly split: string | null
  /** The split that was asked for; null where none was. */
  readonly wantedSplit: string | null
  /** Every split that the files tell of. */
  readonly splits: readonly string[]
  readonly tables: readonly TableReport[]
}

export interface TableReport {
  readonly name: string
  readonly file: string
  readonly split: string | null
  /** Those of objects with a dot. */
  readonly columns: readonly string[]
  /** Place of the entry that reads it; null where none does. */
  readonly entry: number | null
}
