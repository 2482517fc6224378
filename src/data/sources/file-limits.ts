import { messageOf, VoxelwiseError } from '../../engine/base/errors.ts'
import { JsonLimitError } from '../../engine/base/json.ts'

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

/** Asked before a file is read. @throws VoxelwiseError file-too-large */
export function checkJsonSize(subject: string, bytes: number, limit: number): void {
  if (bytes > limit) throw tooLargeJson(subject, `It has ${bytes} bytes; the limit is ${limit}.`)
}

export function tooLarge(subject: string, message: string, remedy: string, cause?: unknown): VoxelwiseError {
  return new VoxelwiseError({ code: 'file-too-large', subject, message, remedy, cause })
}

export const tooLargeJson = (subject: string, message: string, cause?: unknown): VoxelwiseError =>
  tooLarge(subject, message, 'Divide it into several files, and load them one at a time.', cause)

/**
 * What is wrong with a text that is not JSON.
 * @param cause of `parseJson`, or a TypeError where the text is not UTF-8
 * @param what begins the sentence: `The file`
 */
export function badJson(
  subject: string,
  cause: unknown,
  what = 'The file',
  remedies = { json: 'Correct it at that place.', utf8: 'Save it as UTF-8.' },
): VoxelwiseError {
  if (cause instanceof JsonLimitError) return tooLargeJson(subject, cause.message, cause)
  const isUtf8 = !(cause instanceof TypeError)
  return new VoxelwiseError({
    code: 'bad-json',
    subject,
    message: isUtf8 ? `${what} is not JSON. ${messageOf(cause)}` : `${what} is not UTF-8 text.`,
    remedy: isUtf8 ? remedies.json : remedies.utf8,
    cause,
  })
}

/** Asked as a folder is listed. @throws VoxelwiseError file-too-large */
export function checkFileCount(folder: string, files: number): void {
  const remedy = 'Pick a subfolder that contains only the data sets.'
  if (files > MAX_FILES) throw tooLarge(folder, `The folder contains more than ${MAX_FILES} files.`, remedy)
}
