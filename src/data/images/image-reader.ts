import { unrooted } from '../../engine/base/paths.ts'
import { type FileBytes, type FolderSource, readWhole } from '../sources/source.ts'
import { checkFileSize } from './budget.ts'

/** The one way from what a sample says of its image to the file: by the rooted path, in whatever source it lies. */
export class ImageReader {
  readonly #source: FolderSource

  constructor(source: FolderSource) {
    this.#source = source
  }

  /** @throws VoxelwiseError file-missing, file-unreadable or permission-denied */
  open(path: string): Promise<Blob> {
    return this.#source.open(this.#inside(path))
  }

  /**
   * The encoded file in memory, at less cost than by its blob.
   * @throws VoxelwiseError as `open`; image-too-large, before it is read
   */
  bytes(path: string): Promise<FileBytes> {
    return readWhole(this.#source, this.#inside(path), size => checkFileSize(path, size))
  }

  /** Its size and date without reading it; undefined where the source does not tell them. */
  async stamp(path: string): Promise<{ readonly size: number; readonly modified: number } | undefined> {
    return this.#source.stamp?.(this.#inside(path))
  }

  #inside(path: string): string {
    return unrooted(this.#source.name, path)
  }
}
