import type { SourceKind } from '../../engine/protocol/identity.ts'

/** A file of a picked folder: its path below the folder, with `/`, and its size in bytes. */
export interface FolderFile {
  readonly path: string
  readonly size: number
}

/** The bytes of a file, with when it was last changed: milliseconds since 1970, null where the folder does not tell. */
export interface FileBytes {
  readonly bytes: ArrayBuffer
  readonly modified: number | null
}

/**
 * A folder whose files are read when they are needed. Paths are relative to the folder, without its name.
 * Implementations: a picked directory handle, a list of `File`s (webkitdirectory, drop), our own server
 * (the bundled demo, and `npm run evaluate`), and Node's file system for the command line.
 */
export interface FolderSource {
  readonly kind: SourceKind
  /** The folder's own name: the first part of every rooted path. */
  readonly name: string
  /**
   * Every file below the folder, in any order. `size` is -1 where it would cost a look at each file.
   * @param onFound hears of each as it is met, where to list the folder takes time
   */
  list(
    onProgress?: (files: number) => void,
    onFound?: (file: FolderFile) => void,
  ): Promise<readonly FolderFile[]>
  /** @throws VoxelwiseError file-missing, file-unreadable or permission-denied, naming the path. */
  open(path: string): Promise<Blob>
  /**
   * The whole of a file in memory, with the errors of `open`; where there is something shorter than by way of that.
   * @param check is told its size before it is read, and throws where that is too much
   */
  bytes?(path: string, check: (size: number) => void): Promise<FileBytes>
  /** Size and date of a file as it is now, without reading it, with the errors of `open`; where the folder tells them. */
  stamp?(path: string): Promise<{ readonly size: number; readonly modified: number }>
  /** A part of a file, where `open` would fetch the whole of it. */
  read?(path: string, start: number, end: number): Promise<Uint8Array>
  /** Bytes of a file, with the errors of `open`: there wherever `read` is. */
  size?(path: string): Promise<number>
}

/**
 * The whole of a file in memory, by the shortest way that its folder has.
 * @param check is told its size before it is read, and throws where that is too much
 */
export async function readWhole(
  source: FolderSource,
  path: string,
  check: (size: number) => void,
): Promise<FileBytes> {
  if (source.bytes) return source.bytes(path, check)
  const file = await source.open(path)
  check(file.size)
  return { bytes: await file.arrayBuffer(), modified: null }
}

/** A folder with what is in it, listed once. */
export interface ListedFolder {
  readonly source: FolderSource
  readonly files: readonly FolderFile[]
}

/** A folder as plain data that can be sent to a worker; handles can also be kept in IndexedDB. */
export type SourceDescriptor =
  | { readonly kind: 'bundled' | 'served'; readonly name: string; readonly base: string }
  | { readonly kind: 'directory'; readonly handle: FileSystemDirectoryHandle }
  | {
      readonly kind: 'files'
      readonly name: string
      readonly files: readonly { readonly path: string; readonly file: File }[]
    }

/** A model behind a server, which has no files: its id, and where our own server passes questions on. */
export interface ServerDescriptor {
  readonly kind: 'server'
  readonly name: string
  readonly base: string
}

export type ChosenSource = SourceDescriptor | ServerDescriptor
