import { VoxelwiseError } from '../../engine/base/errors.ts'

// What can be wrong with an image file, each with the same words wherever a decoder meets it.

export function emptyImage(name: string): VoxelwiseError {
  return new VoxelwiseError({
    code: 'image-empty',
    subject: name,
    message: 'The image file is empty.',
    remedy: 'Copy or download the file again.',
  })
}

export function truncatedImage(name: string): VoxelwiseError {
  return new VoxelwiseError({
    code: 'image-truncated',
    subject: name,
    message: 'The image file is incomplete.',
    remedy: 'Copy or download the file again. Pillow cannot read it either.',
  })
}

export function unreadableImage(name: string, why: string, cause?: unknown): VoxelwiseError {
  return new VoxelwiseError({
    code: 'image-unreadable',
    subject: name,
    message: `The image file is damaged: ${why}.`,
    remedy: 'Replace the file with a good copy.',
    cause,
  })
}

export function unsupportedImage(name: string, what: string): VoxelwiseError {
  return new VoxelwiseError({
    code: 'image-unsupported',
    subject: name,
    message: `Cannot read ${what}.`,
    remedy: 'Convert the file to PNG without changing its pixels.',
  })
}

export function tooLargeImage(name: string, width: number, height: number, limit: string): VoxelwiseError {
  return new VoxelwiseError({
    code: 'image-too-large',
    subject: name,
    message: `The image is ${width} x ${height} pixels; the limit is ${limit}.`,
    remedy: 'Scale the image down, or cut it into tiles.',
  })
}

export function largeImageFile(name: string, bytes: number, limit: number): VoxelwiseError {
  return new VoxelwiseError({
    code: 'image-too-large',
    subject: name,
    message: `The image file has ${bytes} bytes; the limit is ${limit}.`,
    remedy: 'Scale the image down, or save it compressed.',
  })
}

export function memoryOfImage(name: string, bytes: number, limit: number): VoxelwiseError {
  return new VoxelwiseError({
    code: 'image-too-large',
    subject: name,
    message: `Decoding the image needs ${bytes} bytes of memory; the limit is ${limit}.`,
    remedy: 'Scale the image down, or save it as RGB with 8 bits a sample.',
  })
}

export function crowdedImage(name: string, pieces: string, limit: number): VoxelwiseError {
  return new VoxelwiseError({
    code: 'image-too-large',
    subject: name,
    message: `The image file has more than ${limit} ${pieces}.`,
    remedy: 'Open the image in another program and save it again.',
  })
}

export function manyScans(name: string, scans: number, limit: number): VoxelwiseError {
  return new VoxelwiseError({
    code: 'image-too-large',
    subject: name,
    message: `The JPEG has ${scans} scans; the limit for its size is ${limit}.`,
    remedy: 'Open the image in another program and save it again.',
  })
}

/** What can be wrong with a DICOM file. No message quotes a value of its header, which may name a patient. */
export class Faults {
  readonly #name: string

  /** @param name what errors call the file */
  constructor(name: string) {
    this.#name = name
  }

  cut = () => truncatedImage(this.#name)
  damaged = (why: string, cause?: unknown) => unreadableImage(this.#name, why, cause)
  unsupported = (what: string) => unsupportedImage(this.#name, what)
  crowded = (pieces: string, limit: number) => crowdedImage(this.#name, pieces, limit)
}
