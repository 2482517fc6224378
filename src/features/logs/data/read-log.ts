import { isJsonObject, type Json, JsonLimitError, type JsonObject, parseJson } from '@voxelwise/python'
import { blobByteFile } from '../../../data/containers/bytes.ts'
import { textLines } from '../../../data/containers/reading.ts'
import type { NamedBlob } from '../../../data/formats/import-kind.ts'
import {
  checkJsonSize,
  exportAllowance,
  MAX_EXPORTED_FILE,
  tooLargeJson,
} from '../../../data/sources/file-limits.ts'
import { errorMessage } from '../../../engine/base/errors.ts'
import { inspectArchiveLog, inspectJsonLog } from './inspect.ts'
import { lmmsEvalLog } from './lmms-eval.ts'
import { badLog, objectIn, type ToolLog } from './tool-log.ts'
import { vlmevalkitLog } from './vlmevalkit.ts'

/**
 * Reads one log, or lmms-eval's samples with the matching results file, which names the model.
 * @throws VoxelwiseError run-file, file-too-large, bad-archive, bad-table, each naming the file
 */
export async function readLog(
  files: readonly NamedBlob[],
): Promise<{ readonly log: ToolLog; readonly file: string }> {
  const results = files.find(({ name }) => /_results\.json$/i.test(name))
  const main = files.find(file => file !== results)
  if (!main || files.length > (results ? 2 : 1))
    throw badLog(
      files[0]?.name ?? '',
      results ? 'is without its …_samples_….jsonl: choose both' : 'is one of several: choose one',
    )
  return { log: await logIn(main, results ?? null), file: main.name }
}

async function logIn(main: NamedBlob, results: NamedBlob | null): Promise<ToolLog> {
  const { name, blob } = main
  const allowance = exportAllowance()
  const read = (text: string, where = ''): Json => {
    try {
      return parseJson(text, allowance)
    } catch (cause) {
      if (cause instanceof JsonLimitError) throw tooLargeJson(name, cause.message, cause)
      const reason = errorMessage(cause)
      throw badLog(name, `is not JSON${where}: ${reason}`, cause)
    }
  }
  if (/\.eval$/i.test(name)) return inspectArchiveLog(blobByteFile(name, blob), read)
  if (/\.(?:tsv|xlsx)$/i.test(name)) return vlmevalkitLog(blobByteFile(name, blob))
  for (const file of [main, ...(results ? [results] : [])])
    checkJsonSize(file.name, file.blob.size, MAX_EXPORTED_FILE)
  if (/\.jsonl$/i.test(name)) {
    const lines: JsonObject[] = []
    for await (const { text, number } of textLines(blobByteFile(name, blob)))
      lines.push(objectIn(read(text, ` in line ${number}`)))
    return lmmsEvalLog(lines, name, results === null ? null : objectIn(read(await results.blob.text())))
  }
  const log = read(await blob.text())
  if (!isJsonObject(log)) throw badLog(name, 'is not an object')
  return inspectJsonLog(log, name)
}
