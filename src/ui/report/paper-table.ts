import type { CsvValue } from '../../data/export/csv.ts'

/** A table of “Files for a paper”: in `tables.tex`, and as `tables/<id>.csv`. */
export interface PaperTable {
  readonly id: string
  /** Its caption begins with it. */
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly isNumber: boolean }[]
  readonly rows: readonly (readonly string[])[]
  /** The file's cells: the names of its columns, then its rows. Both may be more. */
  readonly cells: readonly (readonly CsvValue[])[]
}
