import { VoxelwiseError } from '../../engine/base/errors.ts'

/** Bytes of a test.json. */
export const MAX_SAMPLES_FILE = 100_000_000

/** Bytes of an exported file: a run.json, a results.json, a file of answers. */
export const MAX_EXPORTED_FILE = 256_000_000

/** Bytes of a run.json that is read a record at a time. */
export const MAX_STREAMED_RUN = 8_000_000_000

/**
 * Of the samples that a run.json lists as skipped or odd, which are held all together: more than a folder's files can have.
 */
export const MAX_LISTED_VALUES = 40_000_000
export const MAX_LISTED_CHARACTERS = 1_000_000_000

/** Maximum files in a picked folder, at any depth. */
const MAX_FILES = 1_000_000

/** How often a folder may be met again behind another link. */
const MAX_REPEATS = 10_000

/** Asked before a file is read. @throws VoxelwiseError file-too-large */
export function checkJsonSize(subject: string, bytes: number, limit: number): void {
  if (bytes > limit) throw tooLargeJson(subject, `It has ${bytes} bytes; the limit is ${limit}.`)
}

export function tooLargeJson(subject: string, message: string, cause?: unknown): VoxelwiseError {
  return new VoxelwiseError({
    code: 'file-too-large',
    subject,
    message,
    remedy: 'Divide it into several files, and load them one at a time.',
    cause,
  })
}

/** Asked as a folder is listed. @throws VoxelwiseError file-too-large */
export function checkFileCount(folder: string, files: number): void {
  if (files <= MAX_FILES) return
  throw new VoxelwiseError({
    code: 'file-too-large',
    subject: folder,
    message: `The folder contains more than ${MAX_FILES} files.`,
    remedy: 'Pick a subfolder that contains only the data sets.',
  })
}

/** Asked as a folder is met that was listed before, behind a link. @throws VoxelwiseError file-too-large */
export function checkRepeats(folder: string, repeats: number): void {
  if (repeats <= MAX_REPEATS) return
  throw new VoxelwiseError({
    code: 'file-too-large',
    subject: folder,
    message: `The folder has circular symbolic links (more than ${MAX_REPEATS}).`,
    remedy: 'Remove these links, or pick a folder without them.',
  })
}
