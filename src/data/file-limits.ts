import { VoxelwiseError } from '../engine/errors.ts'

/** Bytes of the largest JSON file that is read: a test.json, a run.json, a file of answers. */
export const MAX_JSON = 256_000_000

/** Files that a picked folder may hold, at any depth. */
export const MAX_FILES = 1_000_000

/**
 * Asked before a file is read.
 * @throws VoxelwiseError file-too-large
 */
export function checkJsonSize(subject: string, bytes: number): void {
  if (bytes > MAX_JSON) throw tooLargeJson(subject, `It has ${bytes} bytes; the limit is ${MAX_JSON}.`)
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

/**
 * Asked as a folder is listed.
 * @throws VoxelwiseError file-too-large
 */
export function checkFileCount(folder: string, files: number): void {
  if (files <= MAX_FILES) return
  throw new VoxelwiseError({
    code: 'file-too-large',
    subject: folder,
    message: `The folder holds more than ${MAX_FILES} files.`,
    remedy: 'Pick a folder further down, which holds the data sets only.',
  })
}
