import type { Depth } from '@voxelwise/pixels'
import { rooted, unrooted } from '@voxelwise/python'
import { readDepth } from '../../../data/images/decoding.ts'
import { ImageReader } from '../../../data/images/image-reader.ts'
import { pageCodec } from '../../../data/images/page-codec.ts'
import { changedPicture, viewable } from '../../../data/images/picture.ts'
import { openSource } from '../../../data/sources/descriptor.ts'
import type { SourceDescriptor } from '../../../data/sources/source.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { sha256 } from '../../../engine/base/sha256.ts'
import type { PixelChange } from '../../../engine/protocol/probe.ts'
import type { ImageDigest, StrippedQuestion } from '../engine/study.ts'

type StudyImage = StrippedQuestion['images'][number]
type ReadImage = (path: string) => Promise<Blob>

/** The images of studies: of the open data set, or of a folder that was chosen for them. Each is compared with its digest. */
export class StudyImages {
  #folder: ReadImage | null = null
  #dataset: ReadImage | null = null

  takeDataset(read: ReadImage): void {
    this.#dataset = read
  }

  /** A folder under any name: paths in a study begin with the name that it had where the study was made. */
  takeFolder(folder: SourceDescriptor): void {
    const source = openSource(folder)
    const reader = new ImageReader(source)
    this.#folder = path =>
      reader.open(rooted(source.name, unrooted(path.slice(0, Math.max(0, path.indexOf('/'))), path)))
  }

  /** What identifies an image of the open data set. */
  async digest(path: string): Promise<ImageDigest> {
    const bytes = await (await this.#file(path)).arrayBuffer()
    return { sha256: await sha256(bytes), size: bytes.byteLength }
  }

  /** @throws VoxelwiseError fingerprint-mismatch, file-missing, image-unreadable, … */
  async shown(image: StudyImage): Promise<Blob> {
    return viewable(await this.#checked(image), image.path, undefined)
  }

  /** A PNG file of our own decoder: changed as a study says, or where the browser cannot show the file. */
  async decoded(image: StudyImage, change: PixelChange | null): Promise<Blob> {
    const file = await this.#checked(image)
    return changedPicture(file, image.path, change, undefined, async path =>
      (await this.#file(path)).arrayBuffer(),
    )
  }

  async depth(image: StudyImage, frame: number | null): Promise<Depth | null> {
    return readDepth(await this.#checked(image), image.path, frame, pageCodec)
  }

  async #checked({ path, sha256: expected }: StudyImage): Promise<Blob> {
    const file = await this.#file(path)
    if ((await sha256(await file.arrayBuffer())) === expected) return file
    throw new VoxelwiseError({
      code: 'fingerprint-mismatch',
      subject: '',
      message: 'This image differs from the one of the study.',
      remedy: 'Choose the folder with the images of the study.',
    })
  }

  /** The chosen folder comes first: the open data set may be another one. */
  async #file(path: string): Promise<Blob> {
    const readers = [this.#folder, this.#dataset].filter(read => read !== null)
    let missing: unknown = noFolder()
    for (const read of readers)
      try {
        return await read(path)
      } catch (error) {
        if (!(error instanceof VoxelwiseError) || error.info.code !== 'file-missing') throw error
        missing = error
      }
    throw missing
  }
}

const noFolder = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'file-missing',
    subject: '',
    message: 'No folder with the images of this study is open.',
    remedy: 'Choose the data set under Set up, or the folder of images on the page of studies.',
  })
