/**
 * Rows as a reader finds them in delimited text, a spreadsheet, parquet or JSON, before it is known what their columns mean.
 */
import type { Json } from '@voxelwise/python'

/**
 * An image inside of a file, not read yet: the bytes of a parquet cell, a long base64 text. `reference` is the file's path with
 * `//` and a locator behind it (`root/data/test.parquet//12/image`), which no file's path has; `ContainerFiles.image` opens it.
 */
export class EmbeddedImage {
  readonly reference: string

  constructor(reference: string) {
    this.reference = reference
  }
}

/** A value, or the place of its image; lists and objects may contain images, too. */
export type Cell = Json | EmbeddedImage | readonly Cell[] | { readonly [name: string]: Cell }

export interface Row {
  /** Rooted path of the file (for a member of an archive `archive.zip//member`), and its place there, from 0. */
  readonly file: string
  readonly position: number
  readonly cells: Readonly<Record<string, Cell>>
}

/** What is looked at of some rows. */
export type TableRows = readonly Pick<Row, 'cells'>[]

export interface UnreadOfSheet {
  /** Pictures of the whole workbook. */
  readonly pictures: number
  /** Formulas of the sheet that no program has computed. */
  readonly formulas: number
}

/** Rows that are alike: a file, a sheet, or the shards of one split. */
export interface Table {
  /** What to call it: the file without its ending, the subject's folder. */
  readonly name: string
  /** `test`, `validation`, `train`, … from a file's name, folder or card; null if none has it. */
  readonly split: string | null
  /** In the order of the file; of JSON, those of the first rows, in order of first mention. */
  readonly columns: readonly string[]
  /** The encoding of its file, where that is not UTF-8. */
  readonly encoding?: string | undefined
  /** False: no line names the columns, and they are called by their numbers, from 1. */
  readonly hasHeader?: boolean | undefined
  /** What a spreadsheet holds and is not read. */
  readonly unread?: UnreadOfSheet | undefined
  /**
   * Rows from the first, read on request; ending early stops the reading.
   * @throws TableError naming the file and, if possible, the row
   */
  rows(signal?: AbortSignal): AsyncIterable<Row>
}
