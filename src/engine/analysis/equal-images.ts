/** Which images of a run have equal files: questions on them are not independent, whatever the files are called. */
import type { Texts } from '../base/texts.ts'
import { imageFilesOf, type RunRecord } from '../protocol/record.ts'
import { imagesOf } from '../protocol/sample.ts'

/** Takes records one by one. */
export class EqualImages {
  /** The first image with each file, by digest. */
  readonly #first = new Map<string, string>()
  readonly #texts: Texts

  constructor(texts: Texts) {
    this.#texts = texts
  }

  /**
   * Earlier images whose files equal the record's own.
   * A probe's records are about other images than the sample's own: of those there are none.
   */
  of(record: RunRecord): readonly string[] {
    if (record.shownImage !== undefined) return []
    const images = imagesOf(record.sample)
    return imageFilesOf(record).flatMap(({ sha256 }, at) => {
      const image = images[at]
      if (image === undefined) return []
      const first = this.#first.get(sha256)
      if (first === undefined) this.#first.set(this.#texts.of(sha256), this.#texts.of(image))
      return first === undefined || first === image ? [] : [first]
    })
  }
}
