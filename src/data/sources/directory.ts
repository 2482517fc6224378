import { messageOf, VoxelwiseError } from '../../engine/base/errors.ts'
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
      // Of several failures the first is reported.
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
  constructor(root: FileSystemDirectoryHandle, paths?: ReadableStream<readonly string[]>) {
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
    const cut = path.lastIndexOf('/')
    try {
      const folder = await this.#folder(cut < 0 ? '' : path.slice(0, cut))
      const handle = await folder.getFileHandle(path.slice(cut + 1))
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
    try {
      return { bytes: await file.arrayBuffer(), modified: file.lastModified }
    } catch (cause) {
      throw accessError(cause, `${this.name}/${path}`)
    }
  }

  #folder(path: string): Promise<FileSystemDirectoryHandle> {
    if (path === '') return Promise.resolve(this.#root)
    let found = this.#folders.get(path)
    if (!found) {
      const cut = path.lastIndexOf('/')
      found = this.#folder(cut < 0 ? '' : path.slice(0, cut)).then(parent =>
        parent.getDirectoryHandle(path.slice(cut + 1)),
      )
      found.catch(() => this.#folders.delete(path))
      this.#folders.set(path, found)
    }
    return found
  }
}

/** The meaning of a file system's DOMException for the user. */
export function accessError(cause: unknown, subject: string): VoxelwiseError {
  const name = cause instanceof DOMException ? cause.name : ''
  if (name === 'NotFoundError')
    return new VoxelwiseError({
      code: 'file-missing',
      subject,
      message: 'This file no longer exists.',
      remedy: 'Put it back, or pick the folder again.',
      cause,
    })
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return new VoxelwiseError({
      code: 'permission-denied',
      subject,
      message: 'The browser did not allow access to this file.',
      remedy: 'Allow access when the browser asks, or pick the folder again.',
      cause,
    })
  return new VoxelwiseError({
    code: 'file-unreadable',
    subject,
    message: `The file could not be read: ${messageOf(cause)}.`,
    remedy: 'Check that the file opens in another program, then pick the folder again.',
    cause,
  })
}
