import { ImageReader } from '../../data/images/image-reader.ts'
import { openSource } from '../../data/sources/descriptor.ts'
import type { SourceDescriptor } from '../../data/sources/source.ts'

/** The images of stored runs. */
export class RunImages {
  readonly #folderOf: (id: string) => Promise<SourceDescriptor | null>
  /** An archive's list of members is read once, not for every image. */
  #last: { readonly of: SourceDescriptor; readonly reader: ImageReader } | null = null

  /** @param folderOf the data set folder of a run, null where it is not open */
  constructor(folderOf: (id: string) => Promise<SourceDescriptor | null>) {
    this.#folderOf = folderOf
  }

  /** @returns null where the data set folder of the run is not open */
  async of(id: string, path: string): Promise<Blob | null> {
    const folder = await this.#folderOf(id)
    if (folder === null) return null
    if (this.#last?.of !== folder) this.#last = { of: folder, reader: new ImageReader(openSource(folder)) }
    return this.#last.reader.open(path)
  }
}
