import { Table, type TableColumn } from '../shared/table/table.tsx'

export type ReportColumn<Row> = Omit<TableColumn<Row>, 'key'>

interface Props<Row> {
  readonly caption: string
  readonly columns: readonly ReportColumn<Row>[]
  readonly rows: readonly Row[]
  /** Whether it has more columns than a page holds in the usual size. */
  readonly isDense?: boolean
}

/** A table as it is printed; nothing where it has no rows. */
export function ReportTable<Row>({ caption, columns, rows, isDense = false }: Props<Row>) {
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on narrow screens it is scrolled, with the keyboard too
    <section className="table-frame" aria-label={caption} tabIndex={0}>
      <Table
        caption={caption}
        isCaptionShown
        // Two columns may have one name; none of them ever moves.
        columns={columns.map((column, at) => ({ ...column, key: String(at) }))}
        rows={rows}
        keyOf={(_, at) => String(at)}
        className={isDense ? 'data dense' : 'data'}
      />
    </section>
  )
}
