import { unrooted } from '@voxelwise/python'
import { type ByteFile, type Bytes, ContainerFiles, type Member, type SizeCheck } from '@voxelwise/tables'
import type { FolderSource } from '../sources/source.ts'
import { openBytes } from './bytes.ts'
import { ours } from './ours.ts'

/** The files of a folder and their contents: members of archives, images in tables. */
export class FolderContents {
  readonly #files: ContainerFiles

  constructor(source: FolderSource) {
    this.#files = new ContainerFiles(path => openBytes(source, unrooted(source.name, path)))
  }

  /** @throws VoxelwiseError as `ContainerFiles.file` and `FolderSource.open` */
  file(path: string): Promise<ByteFile> {
    return ours(this.#files.file(path))
  }

  /** @throws VoxelwiseError as `file` */
  members(path: string): Promise<ReadonlyMap<string, Member>> {
    return ours(this.#files.members(path))
  }

  /** @throws VoxelwiseError as `file`; image-unreadable */
  image(reference: string, check: SizeCheck): Promise<Bytes> {
    return ours(this.#files.image(reference, check))
  }
}
