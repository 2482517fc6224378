import { VoxelwiseError } from '../../engine/base/errors.ts'
import { unrooted } from '../../engine/base/paths.ts'
import type { FolderSource } from '../sources/source.ts'
import { type ByteFile, openBytes } from './bytes.ts'
import { imageInText, type SizeCheck } from './embedded.ts'
import { imageInJson } from './json-place.ts'
import { isPlain, lastLocator } from './reference.ts'

/** How many files are kept open: their handles and directories, not their content. */
const MOST_OPEN = 64

/** The files of a folder and what lies inside of them: members of archives, images in tables. */
export class ContainerFiles {
  readonly #source: FolderSource
  readonly #open = new Map<string, Promise<ByteFile>>()

  constructor(source: FolderSource) {
    this.#source = source
  }

  /**
   * @param path rooted path of a file, or a reference to a member of an archive
   * @throws VoxelwiseError file-missing, file-unreadable, permission-denied, bad-archive, file-too-large
   */
  file(path: string): Promise<ByteFile> {
    const known = this.#open.get(path)
    if (known !== undefined) return known
    const opened = this.#opened(path)
    this.#open.set(path, opened)
    opened.catch(() => this.#open.delete(path))
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= MOST_OPEN) break
      this.#open.delete(oldest)
    }
    return opened
  }

  /**
   * The encoded file of an image that lies inside of another file.
   * @param reference with a locator
   * @param check is told its size before it is read or unpacked, and throws where that is too much
   * @throws VoxelwiseError as `file`; image-unreadable
   */
  async image(reference: string, check: SizeCheck): Promise<Uint8Array<ArrayBuffer>> {
    const place = lastLocator(reference)
    if (!place || !isPlain(reference)) throw outside(reference)
    const { container, locator } = place
    const file = await this.file(container)
    if (/\.(?:tsv|csv)$/i.test(container)) return imageInText(file, locator, check)
    return imageInJson(file, locator, check)
  }

  async #opened(path: string): Promise<ByteFile> {
    return openBytes(this.#source, unrooted(this.#source.name, path))
  }
}

function outside(reference: string): VoxelwiseError {
  return new VoxelwiseError({
    code: 'path-outside-folder',
    subject: reference,
    message: 'This path leads out of its container.',
    remedy: 'Use paths that stay inside of the picked folder.',
  })
}
