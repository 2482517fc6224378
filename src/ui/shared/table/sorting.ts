/** A table's columns as data: the same values are shown, sorted and saved. */
import type { ReactNode } from 'react'
import { asText, type CsvValue, csv } from '../../../data/export/csv.ts'

/** A column of a saved table. */
export interface SavedColumn<Row> {
  readonly name: string
  /** The value for sorting and saving; null is unknown and comes last. */
  readonly value: (row: Row) => string | number | null
}

export interface Column<Row> extends SavedColumn<Row> {
  readonly key: string
  /** The cell's content, if it is not the value itself. */
  readonly cell?: (row: Row) => ReactNode
  readonly isNumber?: boolean
  /** Only in the saved file: shown in another column's cell. */
  readonly isSavedOnly?: boolean
  /** Only in a printed table. */
  readonly isPaperOnly?: boolean
  /** Its head in a printed table of many columns, explained below it. */
  readonly short?: string
}

/** A sort order in an address: a column's key, with a minus for descending. */
export type Sort = string | null

/** The rows sorted by a column, unknown values last; unchanged if no column has the key. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort,
): readonly Row[] {
  const column = columns.find(({ key }) => key === sort?.replace(/^-/, ''))
  if (!column) return rows
  const sign = sort?.startsWith('-') ? -1 : 1
  return [...rows].sort((a, b) => {
    const [x, y] = [column.value(a), column.value(b)]
    if (x === null || y === null) return Number(x === null) - Number(y === null)
    if (typeof x === 'number' && typeof y === 'number') return sign * (x - y)
    return sign * String(x).localeCompare(String(y))
  })
}

/** The order after a click on a column's header: numbers descending, text ascending; a second click reverses it. */
export function nextSort<Row>({ key, isNumber = false }: Column<Row>, sort: Sort): Sort {
  const [up, down] = [key, `-${key}`]
  if (sort === up) return down
  if (sort === down) return up
  return isNumber ? down : up
}

/** The cells of a saved table: the names of its columns, then its rows. */
export const tableCells = <Row>(
  rows: readonly Row[],
  columns: readonly SavedColumn<Row>[],
): readonly (readonly CsvValue[])[] => [
  columns.map(({ name }) => name),
  ...rows.map(row => columns.map(({ value }) => value(row))),
]

/** A table as CSV, with column names. */
export const tableCsv = <Row>(rows: readonly Row[], columns: readonly SavedColumn<Row>[]): string =>
  csv(tableCells(rows, columns))

/** A table as text for a document or a spreadsheet: a tab between cells, none in them, and no text that is a formula. */
export const tableText = <Row>(rows: readonly Row[], columns: readonly SavedColumn<Row>[]): string =>
  tableCells(rows, columns)
    .map(cells => cells.map(cellText).join('\t'))
    .join('\n')

const cellText = (value: string | number | null): string =>
  typeof value === 'string' ? asText(value.replace(/\s+/g, ' ')) : value === null ? '' : String(value)
