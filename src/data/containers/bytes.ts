import { accessError } from '../sources/directory.ts'
import type { FolderSource } from '../sources/source.ts'

/** A file of any size that can be read in parts. */
export interface ByteFile {
  /** Rooted path, for errors and references. */
  readonly name: string
  readonly size: number
  /** Of the file, where it is another than UTF-8 and was converted. */
  readonly encoding?: string | undefined
  /**
   * The bytes from `start` to before `end`, fewer where the file ends before.
   * @throws VoxelwiseError as `FolderSource.open`
   */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
}

/**
 * @param path below the folder
 * @throws VoxelwiseError as `FolderSource.open`
 */
export async function openBytes(source: FolderSource, path: string): Promise<ByteFile> {
  const name = `${source.name}/${path}`
  if (source.read && source.size) {
    const size = await source.size(path)
    return {
      name,
      size,
      read: async (start, end) =>
        owned((await source.read?.(path, start, Math.min(end, size))) ?? new Uint8Array()),
    }
  }
  return blobBytes(name, await source.open(path))
}

export function blobBytes(name: string, blob: Blob): ByteFile {
  return {
    name,
    size: blob.size,
    async read(start, end) {
      try {
        return new Uint8Array(await blob.slice(start, end).arrayBuffer())
      } catch (cause) {
        throw accessError(cause, name)
      }
    },
  }
}

/** A part of a file as a file. */
export function partOf(file: ByteFile, name: string, start: number, end: number): ByteFile {
  return {
    name,
    size: end - start,
    read: (from, to) => file.read(start + from, Math.min(end, start + to)),
  }
}

/** Bytes in memory as a file. */
export function memoryBytes(name: string, bytes: Uint8Array<ArrayBuffer>): ByteFile {
  return { name, size: bytes.length, read: async (start, end) => bytes.slice(start, end) }
}

const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes)

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @throws TypeError where it is not UTF-8 */
export const utf8Text = (bytes: Uint8Array): string => utf8.decode(bytes)
