import { type ErrorCode, VoxelwiseError } from '../../engine/base/errors.ts'

// What can be wrong with an image file, each with the same words wherever a decoder meets it.

const fault =
  (code: ErrorCode, remedy: string) =>
  (subject: string, message: string, cause?: unknown): VoxelwiseError =>
    new VoxelwiseError({ code, subject, message, remedy, cause })

const empty = fault('image-empty', 'Copy or download the file again.')
const truncated = fault('image-truncated', 'Copy or download the file again. Pillow cannot read it either.')
const damaged = fault('image-unreadable', 'Replace the file with a good copy.')
const unsupported = fault('image-unsupported', 'Convert the file to PNG without changing its pixels.')
const large = fault('image-too-large', 'Scale the image down, or cut it into tiles.')
const longFile = fault('image-too-large', 'Scale the image down, or save it compressed.')
const needsMemory = fault('image-too-large', 'Scale the image down, or save it as RGB with 8 bits a sample.')
const crowded = fault('image-too-large', 'Open the image in another program and save it again.')

export const emptyImage = (name: string) => empty(name, 'The image file is empty.')

export const truncatedImage = (name: string) => truncated(name, 'The image file is incomplete.')

export const unreadableImage = (name: string, why: string, cause?: unknown) =>
  damaged(name, `The image file is damaged: ${why}.`, cause)

export const unsupportedImage = (name: string, what: string) => unsupported(name, `Cannot read ${what}.`)

export const tooLargeImage = (name: string, width: number, height: number, limit: string) =>
  large(name, `The image is ${width} x ${height} pixels; the limit is ${limit}.`)

export const largeImageFile = (name: string, bytes: number, limit: number) =>
  longFile(name, `The image file has ${bytes} bytes; the limit is ${limit}.`)

export const memoryOfImage = (name: string, bytes: number, limit: number) =>
  needsMemory(name, `Decoding the image needs ${bytes} bytes of memory; the limit is ${limit}.`)

export const crowdedImage = (name: string, pieces: string, limit: number) =>
  crowded(name, `The image file has more than ${limit} ${pieces}.`)

export const manyScans = (name: string, scans: number, limit: number) =>
  crowded(name, `The JPEG has ${scans} scans; the limit for its size is ${limit}.`)

/** What can be wrong with a DICOM file. No message quotes a value of its header, which may name a patient. */
export class Faults {
  readonly #name: string

  /** @param name what errors call the file */
  constructor(name: string) {
    this.#name = name
  }

  cut = () => truncatedImage(this.#name)
  damaged = (why: string) => unreadableImage(this.#name, why)
  unsupported = (what: string) => unsupportedImage(this.#name, what)
  crowded = (pieces: string, limit: number) => crowdedImage(this.#name, pieces, limit)
}
