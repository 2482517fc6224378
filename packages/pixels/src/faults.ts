import { PixelError, type PixelErrorCode } from './pixel-error.ts'
import type { StandIn } from './stand-in.ts'

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

  empty(): PixelError {
    return this.#fault('image-empty', 'The image file is empty.', 'Copy or download the file again.')
  }

  cut(): PixelError {
    const remedy = 'Copy or download the file again. Pillow cannot read it either.'
    return this.#fault('image-truncated', 'The image file is incomplete.', remedy)
  }

  damaged(why: string, cause?: unknown): PixelError {
    const remedy = 'Replace the file with a good copy.'
    return this.#fault('image-unreadable', `The image file is damaged: ${why}.`, remedy, cause)
  }

  unsupported(what: string): PixelError {
    const remedy = 'Convert the file to PNG without changing its pixels.'
    return this.#fault('image-unsupported', `Cannot read ${what}.`, remedy)
  }

  notItself({ what, remedy }: StandIn): PixelError {
    return this.#fault('image-unsupported', `The file is ${what}.`, remedy)
  }

  tooLarge(width: number, height: number, limit: string): PixelError {
    const message = `The image is ${width} x ${height} pixels; the limit is ${limit}.`
    return this.#fault('image-too-large', message, 'Scale the image down, or cut it into tiles.')
  }

  longFile(bytes: number, limit: number): PixelError {
    const message = `The image file has ${bytes} bytes; the limit is ${limit}.`
    return this.#fault('image-too-large', message, 'Scale the image down, or save it compressed.')
  }

  needsMemory(bytes: number, limit: number): PixelError {
    const message = `Decoding the image needs ${bytes} bytes of memory; the limit is ${limit}.`
    const remedy = 'Scale the image down, or save it as RGB with 8 bits a sample.'
    return this.#fault('image-too-large', message, remedy)
  }

  /** A question that names no frame or slice of the file. */
  otherFrame(message: string, remedy: string): PixelError {
    return this.#fault('image-frame', message, remedy)
  }

  crowded(pieces: string, limit: number): PixelError {
    return this.#manyParts(`The image file has more than ${limit} ${pieces}.`)
  }

  manyScans(scans: number, limit: number): PixelError {
    return this.#manyParts(`The JPEG has ${scans} scans; the limit for its size is ${limit}.`)
  }

  #manyParts(message: string): PixelError {
    return this.#fault('image-too-large', message, 'Open the image in another program and save it again.')
  }

  #fault(code: PixelErrorCode, message: string, remedy: string, cause?: unknown): PixelError {
    return new PixelError(code, this.name, message, remedy, cause)
  }
}
