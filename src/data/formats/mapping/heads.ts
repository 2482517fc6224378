/** The first rows of every table: what presets are recognised and mappings are guessed by. */
import type { Row, Table } from '@voxelwise/tables'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import type { BadFile } from '../../../engine/protocol/sample.ts'
import type { JoinSource } from './document.ts'

export interface Head {
  readonly table: Table
  /** Rooted path of the file that the first row is in. */
  readonly file: string
  readonly rows: readonly Row[]
  /** What its table was joined to, if it was. */
  readonly join?: JoinSource | undefined
}

/** Enough for a column that is filled in every fiftieth row to be seen. */
const READ = 200

/** Tables without rows are left out. */
export async function readHeads(
  tables: readonly Table[],
  signal: AbortSignal | undefined,
): Promise<{ readonly heads: readonly Head[]; readonly badFiles: readonly BadFile[] }> {
  const heads: Head[] = []
  const badFiles: BadFile[] = []
  for (const table of tables) {
    try {
      const rows: Row[] = []
      for await (const row of table.rows(signal)) {
        rows.push(row)
        if (rows.length === READ) break
      }
      const [first] = rows
      if (first) heads.push({ table, file: first.file, rows })
    } catch (error) {
      if (!(error instanceof VoxelwiseError)) throw error
      badFiles.push({ file: error.info.subject, error: error.info })
    }
  }
  return { heads, badFiles }
}

const qualified =
  /(?:^|\/)((?:test|val|validation|dev|train)[_-]?(?:clean|tiny|mini|small|lite|hard|subset))$/i

/** The split of a table; a part of one has its own name, such as PathMMU's `test_tiny`. */
export const splitOfTable = ({ name, split }: Pick<Table, 'name' | 'split'>): string | null =>
  qualified.exec(name)?.[1]?.toLowerCase() ?? split
