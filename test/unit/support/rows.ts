import type { Cell, Table } from '@voxelwise/tables'
import type { FoundTables } from '../../../src/data/formats/readers/tables.ts'

/** A table of rows that lie in memory; its columns are those of all its rows. */
export function makeTable(
  rows: readonly Readonly<Record<string, Cell>>[],
  {
    name = 'data',
    split = null,
    file = `set/${name}.json`,
  }: Partial<Pick<Table, 'name' | 'split'>> & { readonly file?: string } = {},
): Table {
  return {
    name,
    split,
    columns: [...new Set(rows.flatMap(row => Object.keys(row)))],
    async *rows() {
      for (const [position, cells] of rows.entries()) yield { file, position, cells }
    },
  }
}

/** Tables of the folder `set`, with these files beside. */
export const foundTables = (tables: readonly Table[], files: readonly string[] = []): FoundTables => ({
  tables,
  badFiles: [],
  files: files.map(path => ({ path, size: 1 })),
  standIn: async () => null,
})
