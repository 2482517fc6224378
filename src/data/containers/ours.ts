/** Work of the package that reads tables, with errors of our own: it does not know them. */
import type { Table } from '@voxelwise/tables'
import { ownTableError } from '../sources/own-table-errors.ts'

export const ours = <T>(work: Promise<T>): Promise<T> =>
  work.catch(error => {
    throw ownTableError(error)
  })

/** A table whose rows have errors of our own, too. */
export const withOurErrors = <T extends Pick<Table, 'rows'>>(table: T): T => ({
  ...table,
  rows: signal => eachOurs(table.rows(signal)),
})

export async function* eachOurs<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    throw ownTableError(error)
  }
}
