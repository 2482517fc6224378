import { VoxelwiseError } from '../../engine/base/errors.ts'
import { MAX_ROWS } from './limits.ts'

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

export function tooLarge(subject: string, message: string, remedy: string): VoxelwiseError {
  return new VoxelwiseError({ code: 'file-too-large', subject, message, remedy })
}

export function manyRows(file: string): VoxelwiseError {
  return tooLarge(
    file,
    `The table has more than ${MAX_ROWS} rows.`,
    'Divide it into several files, and load them one at a time.',
  )
}
