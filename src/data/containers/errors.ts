import { VoxelwiseError } from '../../engine/base/errors.ts'
import { tooLargeJson } from '../sources/file-limits.ts'
import { MAX_ROWS } from './limits.ts'

export { tooLarge } from '../sources/file-limits.ts'

// What can be wrong with a file of rows or an archive.

/** @param where the row, the column or the part, counted from 1: `row 12`; '' for the file as a whole */
export function badTable(file: string, where: string, why: string, cause?: unknown): VoxelwiseError {
  return new VoxelwiseError({
    code: 'bad-table',
    subject: where === '' ? file : `${file}, ${where}`,
    message: `The table cannot be read: ${why}.`,
    remedy: 'Download the file again, or save it again with another program.',
    cause,
  })
}

export function badArchive(file: string, why: string, cause?: unknown): VoxelwiseError {
  return new VoxelwiseError({
    code: 'bad-archive',
    subject: file,
    message: `The archive cannot be read: ${why}.`,
    remedy: 'Download the archive again, or unpack it and pick the folder.',
    cause,
  })
}

export const manyRows = (file: string): VoxelwiseError =>
  tooLargeJson(file, `The table has more than ${MAX_ROWS} rows.`)
