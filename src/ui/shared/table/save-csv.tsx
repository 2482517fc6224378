import { download } from '../controls/download.ts'
import { type SavedColumn, tableCsv } from './sorting.ts'

interface Props<Row> {
  readonly columns: readonly SavedColumn<Row>[]
  readonly rows: readonly Row[]
  /** Name of the saved file. */
  readonly file: string
}

/** Saves a table as CSV: the values themselves, not the rounded texts that are shown. */
export function SaveCsv<Row>({ columns, rows, file }: Props<Row>) {
  const save = () => download(new Blob([tableCsv(rows, columns)], { type: 'text/csv;charset=utf-8' }), file)
  return (
    <button type="button" className="button small" onClick={save}>
      Save as CSV
    </button>
  )
}
