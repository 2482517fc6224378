/** Records as single lines: the output of a run in progress. */

import { jsonLine, parseJson } from '@voxelwise/python'
import type { ByteFile } from '@voxelwise/tables'
import { errorMessage, VoxelwiseError } from '../../engine/base/errors.ts'
import { faultSubject, read } from '../../engine/base/schema.ts'
import { type RunRecord, recordSchema } from '../../engine/protocol/record.ts'
import { textLines } from '../containers/reading.ts'

export const recordText = (record: RunRecord): string => jsonLine(record)

/** A record a line, as records of `run`. @throws VoxelwiseError run-file, naming the line; as `textLines` */
export async function recordsInLines(file: ByteFile, run: string): Promise<readonly RunRecord[]> {
  const records: RunRecord[] = []
  for await (const { text, number } of textLines(file)) {
    try {
      records.push({ ...read(recordSchema, parseJson(text), ''), run })
    } catch (cause) {
      throw new VoxelwiseError({
        code: 'run-file',
        subject: faultSubject(`record ${number}`, cause),
        message: `The line is not a record. ${errorMessage(cause)}`,
        remedy: 'Take what this version of Voxelwise wrote.',
        cause,
      })
    }
  }
  return records
}
