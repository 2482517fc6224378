import { changeQuery } from '../router.ts'
import { type Column, nextSort, type Sort } from '../sorting.ts'
import { SaveCsv } from './save-csv.tsx'

interface Props<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  /** As they are to be shown: sorted. */
  readonly rows: readonly Row[]
  /** What is saved where only the first rows are shown. */
  readonly saved?: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly sort: Sort
  /** Name of the file that it is saved as. */
  readonly file: string
  /** Whether it has more columns than most screens hold: then the first stays in sight. */
  readonly isWide?: boolean
}

/** A table sorted by any of its columns (the address keeps it), and saved as CSV. */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, saved = rows, keyOf, sort, file, isWide = false } = props
  const [first, ...others] = columns.filter(({ isSavedOnly }) => !isSavedOnly)
  if (!first) return null
  return (
    <div className="stack">
      <div className="table-frame">
        <table className={isWide ? 'data wide' : 'data'}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {[first, ...others].map(column => (
                <Head key={column.key} column={column} sort={sort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={keyOf(row)}>
                <th scope="row">{first.cell ? first.cell(row) : first.value(row)}</th>
                {others.map(column => (
                  <td key={column.key} className={classOf(column)}>
                    {column.cell ? column.cell(row) : column.value(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="actions">
        <SaveCsv columns={columns} rows={saved} file={file} />
      </div>
    </div>
  )
}

function Head<Row>({ column, sort }: { readonly column: Column<Row>; readonly sort: Sort }) {
  const [isUp, isDown] = [sort === column.key, sort === `-${column.key}`]
  return (
    <th
      scope="col"
      className={classOf(column)}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
    >
      <button type="button" className="sort" onClick={() => changeQuery({ sort: nextSort(column, sort) })}>
        {column.name}
        <span aria-hidden="true">{isUp ? '▲' : isDown ? '▼' : ''}</span>
      </button>
    </th>
  )
}

const classOf = <Row,>({ isNumber = false }: Column<Row>) => (isNumber ? 'number' : undefined)
