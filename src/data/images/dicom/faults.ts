import { crowdedImage, truncatedImage, unreadableImage, unsupportedImage } from '../errors.ts'

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
