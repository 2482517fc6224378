import { type ErrorCode, VoxelwiseError } from '../../engine/base/errors.ts'
import type { StandIn } from '../containers/stand-in.ts'

/**
 * What can be wrong with one image file, in the same words wherever a decoder meets it. No message quotes a value of a
 * DICOM header, which may name a patient.
 */
export class Faults {
  /** What errors call the file. */
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  empty(): VoxelwiseError {
    return this.#fault('image-empty', 'The image file is empty.', 'Copy or download the file again.')
  }

  cut(): VoxelwiseError {
    const remedy = 'Copy or download the file again. Pillow cannot read it either.'
    return this.#fault('image-truncated', 'The image file is incomplete.', remedy)
  }

  damaged(why: string, cause?: unknown): VoxelwiseError {
    const remedy = 'Replace the file with a good copy.'
    return this.#fault('image-unreadable', `The image file is damaged: ${why}.`, remedy, cause)
  }

  unsupported(what: string): VoxelwiseError {
    const remedy = 'Convert the file to PNG without changing its pixels.'
    return this.#fault('image-unsupported', `Cannot read ${what}.`, remedy)
  }

  notItself({ what, remedy }: StandIn): VoxelwiseError {
    return this.#fault('image-unsupported', `The file is ${what}.`, remedy)
  }

  tooLarge(width: number, height: number, limit: string): VoxelwiseError {
    const message = `The image is ${width} x ${height} pixels; the limit is ${limit}.`
    return this.#fault('image-too-large', message, 'Scale the image down, or cut it into tiles.')
  }

  longFile(bytes: number, limit: number): VoxelwiseError {
    const message = `The image file has ${bytes} bytes; the limit is ${limit}.`
    return this.#fault('image-too-large', message, 'Scale the image down, or save it compressed.')
  }

  needsMemory(bytes: number, limit: number): VoxelwiseError {
    const message = `Decoding the image needs ${bytes} bytes of memory; the limit is ${limit}.`
    const remedy = 'Scale the image down, or save it as RGB with 8 bits a sample.'
    return this.#fault('image-too-large', message, remedy)
  }

  /** A question that names no frame or slice of the file. */
  otherFrame(message: string, remedy: string): VoxelwiseError {
    return this.#fault('image-frame', message, remedy)
  }

  crowded(pieces: string, limit: number): VoxelwiseError {
    return this.#manyParts(`The image file has more than ${limit} ${pieces}.`)
  }

  manyScans(scans: number, limit: number): VoxelwiseError {
    return this.#manyParts(`The JPEG has ${scans} scans; the limit for its size is ${limit}.`)
  }

  #manyParts(message: string): VoxelwiseError {
    return this.#fault('image-too-large', message, 'Open the image in another program and save it again.')
  }

  #fault(code: ErrorCode, message: string, remedy: string, cause?: unknown): VoxelwiseError {
    return new VoxelwiseError({ code, subject: this.name, message, remedy, cause })
  }
}
