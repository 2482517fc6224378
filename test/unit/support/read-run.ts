import { blobByteFile } from '../../../src/data/containers/bytes.ts'
import type { RunFile } from '../../../src/data/export/run-file.ts'
import { readRun } from '../../../src/data/export/run-file-stream.ts'

/** A run.json as the page reads it. @throws VoxelwiseError run-file */
export const readRunText = (text: string, name = 'run.json'): Promise<RunFile> =>
  readRun(blobByteFile(name, new Blob([text])))

/** What the page reads of a run.json that it has written. @param parts as `serializeRun` gives them */
export const readBack = (parts: Iterable<string>): Promise<RunFile> => readRunText([...parts].join(''))
