/** Which entry of a mapping reads a table. */

import { matches } from '../glob.ts'
import type { Table } from '../rows.ts'
import type { MappingDocument, TableFilter, TableMapping } from './document.ts'

/** @param file rooted path of the table's (first) file */
export function entryFor(
  document: MappingDocument,
  table: Pick<Table, 'columns'>,
  file: string,
): TableMapping | null {
  return document.tables.find(({ where }) => fits(where, table, file)) ?? null
}

export function fits(
  { columns, without, files }: TableFilter,
  table: Pick<Table, 'columns'>,
  file: string,
): boolean {
  const has = (column: string) =>
    table.columns.includes(column.split('.')[0] ?? '') || table.columns.includes(column)
  return (
    columns.every(has) &&
    !without.some(has) &&
    (files.length === 0 || files.some(pattern => matches(file, `*${pattern}`)))
  )
}
