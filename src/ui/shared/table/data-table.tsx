import type { ComponentProps, ReactNode } from 'react'
import { usePaper } from '../../hooks/paper.ts'
import { changeQuery } from '../../state/router.ts'
import { PrintedTable } from './printed-table.tsx'
import { SaveCsv } from './save-csv.tsx'
import { type Column, nextSort, type SavedColumn, type Sort } from './sorting.ts'
import { Table, type TableColumn } from './table.tsx'

interface Common<Row> extends Pick<ComponentProps<typeof Table<Row>>, 'rowData'> {
  readonly caption: string
  readonly rows: readonly Row[]
  /** The rows to save if only the first are shown. */
  readonly saved?: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Name of the file that it is saved as. */
  readonly file: string
  /** Whether it has more columns than fit on most screens: then the first stays in sight. */
  readonly isWide?: boolean
  /** Whether a heading above it is its name. */
  readonly hasHeading?: boolean
  /** Next to the button that saves it. */
  readonly actions?: ReactNode
}

/** Sorted by any of its columns, which the address keeps. A saved file has the same order. */
interface Sorted<Row> extends Common<Row> {
  readonly columns: readonly Column<Row>[]
  /** How `rows` are sorted. */
  readonly sort: Sort
  /** The columns to save, if not those that are shown. */
  readonly savedColumns?: readonly SavedColumn<Row>[]
}

/** A column that is shown if it has a cell, and saved if it has a value: under its key, if it has one. */
export type DataColumn<Row> = Pick<TableColumn<Row>, 'name'> &
  Partial<Omit<TableColumn<Row>, 'name'> & Pick<Column<Row>, 'value'>>

/** With its own order. */
export interface FixedTable<Row>
  extends Common<Row>,
    Pick<ComponentProps<typeof Table<Row>>, 'className' | 'rowNote'> {
  readonly columns: readonly DataColumn<Row>[]
  /** The columns to save, if not those of `columns`. */
  readonly savedColumns?: readonly SavedColumn<Row>[]
}

/** A table that scrolls where it must, and is saved as CSV; on paper a table alone, and nothing where it has no rows. */
export function DataTable<Row>(props: Sorted<Row> | FixedTable<Row>) {
  const { caption, rows, saved = rows, rowKey, file, isWide = false, actions, rowData } = props
  const isSorted = 'sort' in props
  if (usePaper()) return <Printed {...props} />
  return (
    <div className="stack">
      {isSorted ? (
        <div className="table-frame">
          <Table
            caption={caption}
            columns={shownColumns(props.columns, props.sort)}
            rows={rows}
            rowKey={rowKey}
            className={isWide ? 'data wide' : 'data'}
            {...(rowData && { rowData })}
            sortDirection={key => findDirection(key, props.sort)}
          />
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it has no control, and on narrow screens it is scrolled with the keyboard too
        <section className="table-frame" aria-label={`Table: ${caption}`} tabIndex={0}>
          <Table
            {...props}
            columns={props.columns.filter(isShown).filter(({ isPaperOnly }) => !isPaperOnly)}
            className={props.className ?? 'data'}
          />
        </section>
      )}
      <div className="actions">
        {isSorted ? (
          <SaveCsv
            columns={props.savedColumns ?? props.columns.filter(({ isPaperOnly }) => !isPaperOnly)}
            rows={saved}
            file={file}
          />
        ) : (
          <SaveCsv columns={props.savedColumns ?? savedColumns(props.columns)} rows={saved} file={file} />
        )}
        {actions}
      </div>
    </div>
  )
}

function Printed<Row>(props: Sorted<Row> | FixedTable<Row>) {
  const { caption, rows, hasHeading = false, isWide: isDense = false } = props
  const shared = { caption, rows, hasHeading, isDense }
  if (!('sort' in props)) {
    const { columns, className, rowData } = props
    return (
      <PrintedTable {...shared} columns={columns.filter(isShown)} className={className} rowData={rowData} />
    )
  }
  const shown = props.columns.filter(({ isSavedOnly }) => !isSavedOnly)
  const shorts = shown.filter(({ short, name }) => short !== undefined && short !== name)
  return (
    <>
      <PrintedTable
        {...shared}
        columns={shown.map(({ name, short = name, value, cell = value, isNumber }) => ({
          name: short,
          cell,
          isNumber,
        }))}
      />
      {shorts.length > 0 && <p>{shorts.map(({ short, name }) => `${short}: ${name}`).join('; ')}.</p>}
    </>
  )
}

const isShown = <Row,>(column: DataColumn<Row>): column is TableColumn<Row> => column.cell !== undefined

const savedColumns = <Row,>(columns: readonly DataColumn<Row>[]): readonly SavedColumn<Row>[] =>
  columns.flatMap(({ name, key = name, value, isPaperOnly }) =>
    value && !isPaperOnly ? [{ name: key, value }] : [],
  )

const findDirection = (key: string, sort: Sort) =>
  sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined

const shownColumns = <Row,>(columns: readonly Column<Row>[], sort: Sort): readonly TableColumn<Row>[] =>
  columns
    .filter(({ isSavedOnly, isPaperOnly }) => !isSavedOnly && !isPaperOnly)
    .map(column => ({
      key: column.key,
      name: column.name,
      head: <SortButton column={column} sort={sort} />,
      cell: column.cell ?? column.value,
      isNumber: column.isNumber,
    }))

function SortButton<Row>({ column, sort }: { readonly column: Column<Row>; readonly sort: Sort }) {
  const direction = findDirection(column.key, sort)
  return (
    <button type="button" className="sort" onClick={() => changeQuery({ sort: nextSort(column, sort) })}>
      {column.name}
      <span aria-hidden="true">
        {direction === 'ascending' ? '▲' : direction === 'descending' ? '▼' : ''}
      </span>
    </button>
  )
}
