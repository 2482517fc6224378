import type { ReactNode } from 'react'

/** A column as it is shown. */
export interface TableColumn<Row> {
  readonly key: string
  /** Empty where the cells need no head. */
  readonly name: string
  /** What stands in the head where that is not the name. */
  readonly head?: ReactNode
  readonly cell: (row: Row) => ReactNode
  readonly isNumber?: boolean | undefined
  /** Whether the figures of all columns come down to it. */
  readonly isStrong?: boolean
  /** For widths, and for what narrow screens leave out. */
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
  readonly keyOf: (row: Row, at: number) => string
  readonly className?: string
  /** Whether its columns have heads. */
  readonly hasHeads?: boolean
  /** How it is sorted by a column; undefined where it is not. */
  readonly sortOf?: (key: string) => 'ascending' | 'descending' | undefined
  /** What a row is, for the style sheet. */
  readonly dataOf?: (row: Row, at: number) => Readonly<Record<`data-${string}`, boolean>>
  /** What is said of a row in a line of its own below it. */
  readonly noteOf?: (row: Row) => ReactNode
}

/** Every table there is: on the page, beside charts and on paper. */
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
                  className={classOf(column)}
                  aria-sort={props.sortOf?.(column.key)}
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
          <Line key={props.keyOf(row, at)} {...props} row={row} at={at} />
        ))}
      </tbody>
    </table>
  )
}

type LineProps<Row> = Props<Row> & { readonly row: Row; readonly at: number }

function Line<Row>({ row, at, columns: [first, ...others], dataOf, noteOf }: LineProps<Row>) {
  const note = noteOf?.(row) ?? null
  return (
    <>
      <tr {...dataOf?.(row, at)}>
        <th scope="row">{first?.cell(row)}</th>
        {others.map(column => (
          <td key={column.key} className={classOf(column, column.isStrong)}>
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

function classOf<Row>({ isNumber = false, className }: TableColumn<Row>, isStrong = false) {
  const names = [isNumber && 'number', isStrong && 'strong', className].filter(Boolean)
  return names.length > 0 ? names.join(' ') : undefined
}
