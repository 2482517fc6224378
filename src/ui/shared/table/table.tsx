import type { ReactNode } from 'react'

/** A shown column. */
export interface TableColumn<Row> {
  readonly key: string
  /** Empty for a column without a header. */
  readonly name: string
  /** The header's content, if it is not the name. */
  readonly head?: ReactNode
  readonly cell: (row: Row) => ReactNode
  readonly isNumber?: boolean | undefined
  /** Whether it is the main figure of the row. */
  readonly isStrong?: boolean
  /** For widths, and to hide columns on narrow screens. */
  readonly className?: string
  /** Only in a printed table. */
  readonly isPaperOnly?: boolean
}

interface Props<Row> {
  readonly caption: string
  readonly isCaptionShown?: boolean
  /** The first names the rows. */
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row, at: number) => string
  readonly className?: string
  /** Whether the columns have headers. */
  readonly hasHeads?: boolean
  /** The sort direction of a column; undefined if not sorted by it. */
  readonly sortDirection?: (key: string) => 'ascending' | 'descending' | undefined
  /** Data attributes of a row, for the style sheet. */
  readonly rowData?: (row: Row, at: number) => Readonly<Record<`data-${string}`, boolean>>
  /** A note below a row. */
  readonly rowNote?: (row: Row) => ReactNode
}

/** A table, on the page and in reports. */
export function Table<Row>(props: Props<Row>) {
  const { caption, isCaptionShown = false, columns, rows, className = 'data', hasHeads = true } = props
  return (
    <table className={className}>
      <caption className={isCaptionShown ? undefined : 'visually-hidden'}>{caption}</caption>
      {hasHeads && (
        <thead>
          <tr>
            {columns.map(column =>
              column.name === '' ? (
                <td key={column.key} />
              ) : (
                <th
                  key={column.key}
                  scope="col"
                  className={cellClass(column)}
                  aria-sort={props.sortDirection?.(column.key)}
                >
                  {column.head ?? column.name}
                </th>
              ),
            )}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, at) => (
          <Line key={props.rowKey(row, at)} {...props} row={row} at={at} />
        ))}
      </tbody>
    </table>
  )
}

type LineProps<Row> = Props<Row> & { readonly row: Row; readonly at: number }

function Line<Row>({ row, at, columns: [first, ...others], rowData, rowNote }: LineProps<Row>) {
  const note = rowNote?.(row) ?? null
  return (
    <>
      <tr {...rowData?.(row, at)}>
        <th scope="row">{first?.cell(row)}</th>
        {others.map(column => (
          <td key={column.key} className={cellClass(column, column.isStrong)}>
            {column.cell(row)}
          </td>
        ))}
      </tr>
      {note !== null && (
        <tr className="row-note">
          <td colSpan={others.length + 1}>{note}</td>
        </tr>
      )}
    </>
  )
}

function cellClass<Row>({ isNumber = false, className }: TableColumn<Row>, isStrong = false) {
  const names = [isNumber && 'number', isStrong && 'strong', className].filter(Boolean)
  return names.length > 0 ? names.join(' ') : undefined
}
