import { joinedBytes } from '@voxelwise/pixels'
import { type ByteFile, type Bytes, memoryBytes } from '../bytes.ts'
import { archiveFault, largeFault, reasonIn } from '../faults.ts'
import { MAX_UNPACKED } from '../limits.ts'
import { referenceTo } from '../reference.ts'
import type { TableError } from '../table-error.ts'

/**
 * What packed bytes hold, piece by piece. A caller that has enough leaves the loop, and nothing more is unpacked.
 * @param name of the packed file, for errors
 * @throws TableError bad-archive
 */
export async function* decompressed(
  packed: Bytes,
  format: CompressionFormat,
  name: string,
): AsyncGenerator<Bytes> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (error) {
    throw archiveFault(name, `its packed bytes are damaged: ${reasonIn(error)}`, error)
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** A table that is packed by itself: `rows.jsonl.gz`, read as an archive with one member. */
export const isGzipped = (path: string): boolean => /\.gz$/i.test(path)

/** The name of the one member of `folder/rows.jsonl.gz`: `rows.jsonl`. */
export const gzippedName = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/\.gz$/i, '')

/** @throws TableError bad-archive, file-too-large, and as the file's `read` */
export async function openGzipped(file: ByteFile): Promise<ByteFile> {
  const name = referenceTo(file.name, gzippedName(file.name))
  if (file.size > MAX_UNPACKED) throw beyond(name)
  const pieces: Bytes[] = []
  let size = 0
  for await (const piece of decompressed(await file.read(0, file.size), 'gzip', name)) {
    size += piece.length
    if (size > MAX_UNPACKED) throw beyond(name)
    pieces.push(piece)
  }
  return memoryBytes(name, joinedBytes(pieces))
}

const beyond = (name: string): TableError =>
  largeFault(
    name,
    `Unpacked it has more than ${MAX_UNPACKED} bytes.`,
    'Unpack the file, and pick the folder again.',
  )
