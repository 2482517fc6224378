/** A table's columns as data: what is sorted by and what is saved are the same values that are shown. */
import type { ReactNode } from 'react'
import { csv } from '../../../data/export/csv.ts'

/** What a saved table needs to know of a column. */
export interface SavedColumn<Row> {
  readonly name: string
  /** Sorted by and saved; null is not known and comes last. */
  readonly value: (row: Row) => string | number | null
}

export interface Column<Row> extends SavedColumn<Row> {
  readonly key: string
  /** What is shown where that is not the value itself. */
  readonly cell?: (row: Row) => ReactNode
  readonly isNumber?: boolean
  /** In the saved file only: what a cell of another column says as well. */
  readonly isSavedOnly?: boolean
  /** Only in a printed table. */
  readonly isPaperOnly?: boolean
  /** Its head in a printed table of many columns, explained below it. */
  readonly short?: string
}

/** How a table is sorted, as an address holds it: a column's key, after a minus where the largest come first. */
export type Sort = string | null

/** The rows by a column’s values, unknown ones last; as they are where no column has that key. */
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

/** After a press on a column's head: numbers begin with the largest, words with A; a second press turns round. */
export function nextSort<Row>({ key, isNumber = false }: Column<Row>, sort: Sort): Sort {
  const [up, down] = [key, `-${key}`]
  if (sort === up) return down
  if (sort === down) return up
  return isNumber ? down : up
}

/** For spreadsheets: every value, under the names of the columns. */
export function tableCsv<Row>(rows: readonly Row[], columns: readonly SavedColumn<Row>[]): string {
  return csv([columns.map(({ name }) => name), ...rows.map(row => columns.map(({ value }) => value(row)))])
}
