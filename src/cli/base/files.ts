/** Text files of the command line, with failures that name the file. */

import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { isJsonArray, type Json, parseJson, str } from '@voxelwise/python'
import { type ByteFile, firstByte, utf8Text } from '@voxelwise/tables'
import { openBytes } from '../../data/containers/bytes.ts'
import { textLines } from '../../data/containers/reading.ts'
import { badJson, checkJsonSize, exportAllowance, MAX_EXPORTED_FILE } from '../../data/sources/file-limits.ts'
import { fsError, nodeSource } from '../../data/sources/node.ts'

/** A whole file; null where there is none. @throws VoxelwiseError file-unreadable */
export async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? null : fsError(path)(error),
  )
}

export async function readText(path: string): Promise<string> {
  const { size } = await stat(path).catch(fsError(path))
  checkJsonSize(path, size, MAX_EXPORTED_FILE)
  const bytes = await readFile(path).catch(fsError(path))
  try {
    return utf8Text(bytes)
  } catch (cause) {
    throw badJson(path, cause)
  }
}

export async function readJson(path: string): Promise<Json> {
  const text = await readText(path)
  try {
    return parseJson(text, exportAllowance())
  } catch (cause) {
    throw badJson(path, cause)
  }
}

/** A set of texts: a JSON array, or one a line. */
export async function readSet(path: string): Promise<ReadonlySet<string>> {
  const file = await openFile(path)
  if ((await firstByte(file))?.byte === openingBracket) {
    const json = await readJson(path)
    return new Set(isJsonArray(json) ? json.map(str) : [])
  }
  const texts = new Set<string>()
  for await (const { text } of textLines(file)) texts.add(text.trim())
  return texts
}

const openingBracket = 91

/** A file that is read in parts. @throws VoxelwiseError file-missing, file-unreadable */
export async function openFile(path: string): Promise<ByteFile> {
  await stat(path).catch(fsError(path))
  const file = await openBytes(nodeSource(dirname(resolve(path))), basename(path))
  return { ...file, name: path }
}

/** Writes the parts in sequence, and makes the folder. An error while a part is made is thrown unchanged. */
export async function writeParts(
  path: string,
  parts: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  let failed: { readonly error: unknown } | null = null
  async function* made(): AsyncGenerator<string> {
    try {
      yield* parts
    } catch (error) {
      failed = { error }
      throw error
    }
  }
  await writeAll(path, Readable.from(made())).catch(error => {
    throw failed === null ? error : (failed as { readonly error: unknown }).error
  })
}

/** As `writeParts`, but the file is replaced only when complete: until then its parts may be made from it. */
export async function replaceFile(path: string, parts: AsyncIterable<string>): Promise<void> {
  const beside = `${path}.${process.pid}`
  try {
    await writeParts(beside, parts)
    await rename(beside, path).catch(fsError(path))
  } finally {
    await rm(beside, { force: true })
  }
}

async function writeAll(path: string, stream: Readable): Promise<void> {
  await mkdir(dirname(path), { recursive: true }).catch(fsError(path))
  await pipeline(stream, createWriteStream(path)).catch(fsError(path))
}

/** The same for a file that is in memory. */
export function writeBlob(path: string, blob: Blob): Promise<void> {
  return writeAll(path, Readable.fromWeb(blob.stream() as ReadableStream<Uint8Array>))
}
