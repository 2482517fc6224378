import { splitPart } from '@voxelwise/pixels'
import { unrooted } from '@voxelwise/python'
import { referenceParts } from '@voxelwise/tables'
import { FolderContents } from '../containers/folder-contents.ts'
import { type FileBytes, type FolderSource, readWhole } from '../sources/source.ts'
import { expectReadableSize } from './file-size.ts'

/** Its size, null where only that of the file around it is known, and when that was last changed. */
interface ImageStamp {
  readonly size: number | null
  readonly modified: number
}

/** A sample's image by its rooted path, or a reference into a container (`root/test.tsv//120-480`). */
export class ImageReader {
  readonly #source: FolderSource
  readonly #containers: FolderContents

  constructor(source: FolderSource) {
    this.#source = source
    this.#containers = new FolderContents(source)
  }

  /** @throws VoxelwiseError file-missing, file-unreadable, permission-denied; as `FolderContents.image` */
  async open(path: string): Promise<Blob> {
    const { path: file } = splitPart(path)
    return isInside(file) ? new Blob([await this.#inside(file)]) : this.#source.open(this.#below(file))
  }

  /**
   * The encoded file in memory, at less cost than by its blob.
   * @throws VoxelwiseError as `open`; image-too-large, before it is read
   */
  async bytes(path: string): Promise<FileBytes> {
    const { path: file } = splitPart(path)
    if (!isInside(file))
      return readWhole(this.#source, this.#below(file), size => expectReadableSize(path, size))
    const bytes = await this.#inside(file)
    return { bytes, modified: (await this.stamp(path))?.modified ?? null }
  }

  /** Its size and date without reading it; undefined if the source does not report them. */
  async stamp(path: string): Promise<ImageStamp | undefined> {
    const { path: whole } = splitPart(path)
    const [file] = referenceParts(whole)
    const stamp = await this.#source.stamp?.(this.#below(file))
    return stamp && isInside(whole) ? { size: null, modified: stamp.modified } : stamp
  }

  async #inside(reference: string): Promise<ArrayBuffer> {
    const bytes = await this.#containers.image(reference, size => expectReadableSize(reference, size))
    return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer
  }

  #below(path: string): string {
    return unrooted(this.#source.name, path)
  }
}

const isInside = (path: string): boolean => referenceParts(path).length > 1
