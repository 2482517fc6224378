import type { ByteFile } from '@voxelwise/tables'
import { readBytes } from '../sources/directory.ts'
import type { FolderSource } from '../sources/source.ts'

/**
 * A file of a folder, to be read in parts.
 * @param path below the folder
 * @throws VoxelwiseError as `FolderSource.open`, as its `read` does
 */
export async function openBytes(source: FolderSource, path: string): Promise<ByteFile> {
  const name = `${source.name}/${path}`
  if (!source.read || !source.size) return blobByteFile(name, await source.open(path))
  const read = source.read.bind(source, path)
  const size = await source.size(path)
  return { name, size, read: (start, end) => read(start, Math.min(end, size)) }
}

export function blobByteFile(name: string, blob: Blob): ByteFile {
  return {
    name,
    size: blob.size,
    read: async (start, end) => new Uint8Array(await readBytes(blob.slice(start, end), name)),
  }
}
