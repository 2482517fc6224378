import { Table, type TableColumn } from './table.tsx'

export type PrintedColumn<Row> = Omit<TableColumn<Row>, 'key'>

interface Props<Row> {
  readonly caption: string
  /** Whether a heading above it is its name. */
  readonly hasHeading?: boolean
  readonly columns: readonly PrintedColumn<Row>[]
  readonly rows: readonly Row[]
  /** Whether it has more columns than fit on a page in the usual size. */
  readonly isDense?: boolean
  readonly className?: string | undefined
  /** The kind of a row, for the style sheet. */
  readonly rowData?: ((row: Row, at: number) => Readonly<Record<`data-${string}`, boolean>>) | undefined
}

/** A table as it is printed; nothing where it has no rows. */
export function PrintedTable<Row>(props: Props<Row>) {
  const { caption, hasHeading = false, columns, rows, isDense = false, className = 'data', rowData } = props
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on narrow screens it is scrolled, with the keyboard too
    <section className="table-frame" aria-label={hasHeading ? `Table: ${caption}` : caption} tabIndex={0}>
      <Table
        caption={caption}
        isCaptionShown={!hasHeading}
        // Two columns may have one name; none of them ever moves.
        columns={columns.map((column, at) => ({ ...column, key: String(at) }))}
        rows={rows}
        rowKey={(_, at) => String(at)}
        className={isDense ? 'data dense' : className}
        {...(rowData && { rowData })}
      />
    </section>
  )
}
