/** As reading.ts: what only data sets need. */
import { type ByteFile, type JsonFile, type ParquetTable, readJsonRows, readParquet } from '@voxelwise/tables'
import { ours, withOurErrors } from './ours.ts'

/** @throws VoxelwiseError bad-json, file-too-large, and as the file's `read` */
export const jsonFile = (file: ByteFile): Promise<JsonFile> =>
  ours(
    readJsonRows(file).then(content =>
      'tables' in content ? { tables: content.tables.map(withOurErrors) } : content,
    ),
  )

/** @throws VoxelwiseError bad-table, file-too-large, and as the file's `read` */
export const parquetTable = (file: ByteFile): Promise<ParquetTable> =>
  ours(readParquet(file).then(withOurErrors))
