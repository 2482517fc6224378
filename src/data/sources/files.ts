import { VoxelwiseError } from '../../engine/base/errors.ts'
import { readBytes } from './directory.ts'
import type { FileBytes, FolderFile, FolderSource } from './source.ts'

/** A folder that came as a list of files: `<input webkitdirectory>`, or a drop in a browser without handles. */
export class FilesSource implements FolderSource {
  readonly kind = 'files'
  readonly name: string
  readonly #files: ReadonlyMap<string, File>

  /** @param files paths relative to the folder, without its name */
  constructor(name: string, files: readonly { readonly path: string; readonly file: File }[]) {
    this.name = name
    this.#files = new Map(files.map(({ path, file }) => [path, file]))
  }

  async list(onProgress?: (files: number) => void): Promise<readonly FolderFile[]> {
    onProgress?.(this.#files.size)
    return Array.from(this.#files, ([path, file]) => ({ path, size: file.size }))
  }

  async open(path: string): Promise<Blob> {
    const file = this.#file(path)
    // A file that changed or vanished since it was picked fails on its first read, so read now.
    await readBytes(file.slice(0, 1), `${this.name}/${path}`)
    return file
  }

  async stamp(path: string): Promise<{ readonly size: number; readonly modified: number }> {
    const { size, lastModified } = this.#file(path)
    return { size, modified: lastModified }
  }

  async bytes(path: string, check: (size: number) => void): Promise<FileBytes> {
    const file = this.#file(path)
    check(file.size)
    return { bytes: await readBytes(file, `${this.name}/${path}`), modified: file.lastModified }
  }

  #file(path: string): File {
    const file = this.#files.get(path)
    if (file) return file
    throw new VoxelwiseError({
      code: 'file-missing',
      subject: `${this.name}/${path}`,
      message: 'The picked folder does not contain this file.',
      remedy: 'Add the file and pick the folder again.',
    })
  }
}
