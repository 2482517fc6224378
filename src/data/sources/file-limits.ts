import { type JsonAllowance, jsonAllowance } from '@voxelwise/python'
import { jsonFault, largeFault, largeJsonFault, MAX_WHOLE_JSON } from '@voxelwise/tables'
import type { VoxelwiseError } from '../../engine/base/errors.ts'
import { ownFault } from './own-table-errors.ts'

/** Bytes of a test.json. */
export const MAX_SAMPLES_FILE = MAX_WHOLE_JSON

/** Bytes of an exported file: a run.json, a results.json, a file of answers. */
export const MAX_EXPORTED_FILE = 256_000_000

/** The allowance of an exported file, which holds a run's records: four times as many values as its samples have. */
export const exportAllowance = (): JsonAllowance => jsonAllowance(12_000_000, 256_000_000)

/** Bytes of a run.json that is read a record at a time. */
export const MAX_STREAMED_RUN = 8_000_000_000

/**
 * Limits for the samples that a run.json lists as skipped or odd, which are held all together: more than a folder's
 * files can have.
 */
export const MAX_LISTED_VALUES = 40_000_000
export const MAX_LISTED_CHARACTERS = 1_000_000_000

/** Maximum files in a picked folder, at any depth. */
const MAX_FILES = 1_000_000

/** Asked before a file is read. @throws VoxelwiseError file-too-large */
export function checkJsonSize(subject: string, bytes: number, limit: number): void {
  if (bytes > limit) throw tooLargeJson(subject, `It has ${bytes} bytes; the limit is ${limit}.`)
}

/** As the package's: a file that is larger than any may be. */
export const tooLarge = (...fault: Parameters<typeof largeFault>): VoxelwiseError =>
  ownFault(largeFault(...fault))

export const tooLargeJson = (...fault: Parameters<typeof largeJsonFault>): VoxelwiseError =>
  ownFault(largeJsonFault(...fault))

/** As the package's: what is wrong with a text that is not JSON. */
export const badJson = (...fault: Parameters<typeof jsonFault>): VoxelwiseError =>
  ownFault(jsonFault(...fault))

/** Asked as a folder is listed. @throws VoxelwiseError file-too-large */
export function checkFileCount(folder: string, files: number): void {
  const remedy = 'Pick a subfolder that contains only the data sets.'
  if (files > MAX_FILES) throw tooLarge(folder, `The folder contains more than ${MAX_FILES} files.`, remedy)
}
