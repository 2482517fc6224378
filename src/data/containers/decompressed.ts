import { reasonOf, type VoxelwiseError } from '../../engine/base/errors.ts'
import { type ByteFile, memoryBytes } from './bytes.ts'
import { badArchive, tooLarge } from './errors.ts'
import { MAX_UNPACKED } from './limits.ts'
import { referenceTo } from './reference.ts'

/**
 * What packed bytes hold, piece by piece. A caller that has enough leaves the loop, and nothing more is unpacked.
 * @param name of the packed file, for errors
 * @throws VoxelwiseError bad-archive
 */
export async function* decompressed(
  packed: Uint8Array<ArrayBuffer>,
  format: CompressionFormat,
  name: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (error) {
    throw badArchive(name, `its packed bytes are damaged: ${reasonOf(error)}`, error)
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** A table that is packed by itself: `rows.jsonl.gz`, read as an archive with one member. */
export const isGzipped = (path: string): boolean => /\.gz$/i.test(path)

/** The name of the one member of `folder/rows.jsonl.gz`: `rows.jsonl`. */
export const gzippedName = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/\.gz$/i, '')

/** @throws VoxelwiseError bad-archive, file-too-large, and as the file's `read` */
export async function openGzipped(file: ByteFile): Promise<ByteFile> {
  const name = referenceTo(file.name, gzippedName(file.name))
  if (file.size > MAX_UNPACKED) throw beyond(name)
  const packed = await file.read(0, file.size)
  return memoryBytes(name, await gunzip(packed, name))
}

async function gunzip(packed: Uint8Array<ArrayBuffer>, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const piece of decompressed(packed, 'gzip', name)) {
    size += piece.length
    if (size > MAX_UNPACKED) throw beyond(name)
    pieces.push(piece)
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

const beyond = (name: string): VoxelwiseError =>
  tooLarge(
    name,
    `Unpacked it has more than ${MAX_UNPACKED} bytes.`,
    'Unpack the file, and pick the folder again.',
  )
