import type { OnnxOutline } from '../../engine/model/onnx-outline.ts'
import type { SourceKind } from '../../engine/protocol/identity.ts'

/** A file of a picked folder: its path below the folder, with `/`, and its size in bytes. */
export interface FolderFile {
  readonly path: string
  readonly size: number
}

/** The bytes of a file, with the time of its last change: milliseconds since 1970, null if the folder does not report it. */
export interface FileBytes {
  readonly bytes: ArrayBuffer
  readonly modified: number | null
}

/**
 * A folder whose files are read on request. Paths are relative to the folder, without its name. Implementations: a
 * picked directory handle, a list of `File`s (webkitdirectory, drop), our own server (the bundled demo, and `npm run
 * evaluate`), Node's file system for the command line, and a checkpoint's folder with an adapter's.
 */
export interface FolderSource {
  readonly kind: SourceKind
  /** The folder's own name: the first part of every rooted path. */
  readonly name: string
  /**
   * Every file below the folder, in any order. `size` is -1 if it would need a look at each file.
   * @param onFound called for each file, if listing the folder takes time
   */
  list(
    onProgress?: (files: number) => void,
    onFound?: (file: FolderFile) => void,
  ): Promise<readonly FolderFile[]>
  /** @throws VoxelwiseError file-missing, file-unreadable or permission-denied, naming the path. */
  open(path: string): Promise<Blob>
  /**
   * A complete file in memory, with the errors of `open`; present if there is a shorter way.
   * @param check receives its size before it is read, and throws if it is too large
   */
  bytes?(path: string, check: (size: number) => void): Promise<FileBytes>
  /** Current size and date of a file, without reading it, with the errors of `open`; present if the folder reports them. */
  stamp?(path: string): Promise<{ readonly size: number; readonly modified: number }>
  /** A part of a file, if `open` would fetch the whole of it. */
  read?(path: string, start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
  /** By path, what outlines of ONNX files are known without reading them; present if any may be. */
  outlines?(): Promise<Readonly<Record<string, OnnxOutline>>>
  /** Bytes of a file, with the errors of `open`: there wherever `read` is. */
  size?(path: string): Promise<number>
}

/** A complete file in memory, by the shortest way that its folder has. @param check as in `FolderSource.bytes` */
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

/** A folder with its contents, listed once. */
export interface ListedFolder {
  readonly source: FolderSource
  readonly files: readonly FolderFile[]
}

/** A folder as plain data that can be sent to a worker; handles can also be stored in IndexedDB. */
export type SourceDescriptor =
  | { readonly kind: 'bundled' | 'served'; readonly name: string; readonly base: string }
  | { readonly kind: 'directory'; readonly handle: FileSystemDirectoryHandle }
  | {
      readonly kind: 'files'
      readonly name: string
      readonly files: readonly { readonly path: string; readonly file: File }[]
    }
  /** A checkpoint with a LoRA adapter. */
  | { readonly kind: 'adapted'; readonly model: SourceDescriptor; readonly adapter: SourceDescriptor }

/**
 * Or a private copy of a model, by its id. Or a model behind a server, which has no files: its id, and where our own server passes
 * questions on.
 */
export type ChosenSource =
  | SourceDescriptor
  | { readonly kind: 'copy'; readonly id: string; readonly name: string }
  | { readonly kind: 'server'; readonly name: string; readonly base: string }
