import { parentFolder } from '@voxelwise/python'
import { type ErrorInfo, errorMessage, VoxelwiseError } from '../../engine/base/errors.ts'
import { getOrMake } from '../../engine/base/grouping.ts'
import { checkFileCount } from './file-limits.ts'
import type { FileBytes, FolderFile, FolderSource } from './source.ts'

/** Number of folders listed in parallel: the browser reads one while the entries of another are processed. */
const atOnce = 4

/** A folder below (or equal to) the picked one. */
export interface Below {
  readonly handle: FileSystemDirectoryHandle
  /** Prefix of its contents' paths: empty, or ending with `/`. */
  readonly prefix: string
}

/**
 * Reports the path of every file in these folders and below them.
 * @param mayGoOn called before the next folder
 * @returns the remaining folders if it returned false
 */
export async function walkFolders(
  folders: readonly Below[],
  take: (path: string) => void,
  mayGoOn: () => boolean = () => true,
): Promise<readonly Below[]> {
  const waiting = [...folders]
  const running = new Set<Promise<void>>()
  const list = async ({ handle, prefix }: Below): Promise<void> => {
    for await (const entry of handle.values())
      if (entry.kind === 'directory') waiting.push({ handle: entry, prefix: `${prefix}${entry.name}/` })
      else take(prefix + entry.name)
  }
  for (;;) {
    const free = mayGoOn() ? atOnce - running.size : 0
    for (const folder of waiting.splice(0, free)) {
      const listing = list(folder).finally(() => running.delete(listing))
      // Only the first of several failures is reported.
      listing.catch(() => {})
      running.add(listing)
    }
    if (running.size === 0) return waiting
    await Promise.race(running)
  }
}

/** A folder that the user picked with showDirectoryPicker (or dropped): nothing is read before it is needed. */
export class DirectorySource implements FolderSource {
  readonly kind = 'directory'
  readonly #root: FileSystemDirectoryHandle
  /** Folders already walked to: opening an image in a folder of 10,000 must not walk there 10,000 times. */
  readonly #folders = new Map<string, Promise<FileSystemDirectoryHandle>>()

  /** The files below that were reported but not yet processed. */
  #paths: ReadableStream<readonly string[]> | undefined

  /**
   * @param paths of all files below, if they are known without a handle for each: Chromium makes 160,000 handles in 17
   * s, and lists as many names in 2
   */
  constructor(root: FileSystemDirectoryHandle, paths: ReadableStream<readonly string[]> | undefined) {
    this.#root = root
    this.#paths = paths
  }

  get name(): string {
    return this.#root.name
  }

  async list(
    onProgress?: (files: number) => void,
    onFound?: (file: FolderFile) => void,
  ): Promise<readonly FolderFile[]> {
    const files: FolderFile[] = []
    const take = (path: string): void => {
      // A size would cost a look at each file.
      const file = { path, size: -1 }
      files.push(file)
      onFound?.(file)
      if (files.length % 1000 !== 0) return
      checkFileCount(this.name, files.length)
      onProgress?.(files.length)
    }
    const paths = this.#paths
    this.#paths = undefined
    try {
      if (paths) for await (const batch of paths) for (const path of batch) take(path)
      else await walkFolders([{ handle: this.#root, prefix: '' }], take)
    } catch (cause) {
      throw cause instanceof VoxelwiseError ? cause : accessError(cause, this.name)
    }
    onProgress?.(files.length)
    return files
  }

  async open(path: string): Promise<File> {
    try {
      const folder = await this.#folder(parentFolder(path))
      const handle = await folder.getFileHandle(ownName(path))
      return await handle.getFile()
    } catch (cause) {
      throw accessError(cause, `${this.name}/${path}`)
    }
  }

  async stamp(path: string): Promise<{ readonly size: number; readonly modified: number }> {
    const { size, lastModified } = await this.open(path)
    return { size, modified: lastModified }
  }

  async bytes(path: string, check: (size: number) => void): Promise<FileBytes> {
    const file = await this.open(path)
    check(file.size)
    return { bytes: await readBytes(file, `${this.name}/${path}`), modified: file.lastModified }
  }

  #folder(path: string): Promise<FileSystemDirectoryHandle> {
    if (path === '') return Promise.resolve(this.#root)
    return getOrMake(this.#folders, path, () => {
      const handle = this.#folder(parentFolder(path)).then(parent => parent.getDirectoryHandle(ownName(path)))
      handle.catch(() => this.#folders.delete(path))
      return handle
    })
  }
}

const ownName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The bytes of a file that the user picked. @throws VoxelwiseError file-missing, permission-denied, file-unreadable */
export const readBytes = (file: Blob, subject: string): Promise<ArrayBuffer> =>
  file.arrayBuffer().catch(cause => {
    throw accessError(cause, subject)
  })

export const accessError = (cause: unknown, subject: string): VoxelwiseError =>
  new VoxelwiseError({ ...explainException(cause), subject, cause })

/** The meaning of a file system's DOMException for the user. */
function explainException(cause: unknown): Omit<ErrorInfo, 'subject'> {
  const name = cause instanceof DOMException ? cause.name : ''
  if (name === 'NotFoundError') {
    const remedy = 'Put it back, or pick the folder again.'
    return { code: 'file-missing', message: 'This file no longer exists.', remedy }
  }
  if (name === 'NotAllowedError' || name === 'SecurityError') {
    const remedy = 'Allow access when the browser asks, or pick the folder again.'
    return { code: 'permission-denied', message: 'The browser did not allow access to this file.', remedy }
  }
  const remedy = 'Check that the file opens in another program, then pick the folder again.'
  return { code: 'file-unreadable', message: `The file could not be read: ${errorMessage(cause)}.`, remedy }
}
