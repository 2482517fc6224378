import type { ReactNode } from 'react'

export interface ReportColumn<Row> {
  readonly name: string
  readonly cell: (row: Row) => ReactNode
  readonly isNumber?: boolean
}

interface Props<Row> {
  readonly caption: string
  readonly columns: readonly ReportColumn<Row>[]
  readonly rows: readonly Row[]
  /** Whether it has more columns than a page holds in the usual size. */
  readonly isDense?: boolean
}

/** A table as it is printed: the first column names the rows. */
export function ReportTable<Row>({ caption, columns, rows, isDense = false }: Props<Row>) {
  const [first, ...others] = columns
  if (!first || rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on narrow screens it is scrolled, with the keyboard too
    <section className="table-frame" aria-label={caption} tabIndex={0}>
      <table className={isDense ? 'data dense' : 'data'}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" className={isNumber ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: it is rendered once
            <tr key={at}>
              <th scope="row">{first.cell(row)}</th>
              {others.map(({ name, cell, isNumber }) => (
                <td key={name} className={isNumber ? 'number' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
