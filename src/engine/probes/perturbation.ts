/** How a probe shows samples to the model. */
import type { JsonObject } from '../base/json.ts'
import type { PixelChange, Probe } from '../protocol/probe.ts'
import type { Protocol } from '../protocol/protocol.ts'
import { imagesKey, imagesOf, type Sample } from '../protocol/sample.ts'
import { imageLists, labelledImages, type Swap, swapPlan } from './image-swap.ts'

export interface ShownImage {
  /** Rooted path of the file that is read. */
  readonly path: string
  readonly change: PixelChange | null
}

/** Whether a question is asked with its options in another order: where one of them, or several, are to be chosen. */
export const hasOrder = (protocol: Protocol, fields: JsonObject): boolean =>
  ['choice', 'several'].includes(protocol.kindOf(fields))

export class Perturbation {
  readonly #probe: Probe | undefined
  readonly #protocol: Protocol
  readonly #swaps: ReadonlyMap<string, Swap>
  /** The lists that swaps speak of. */
  readonly #lists: ReadonlyMap<string, readonly string[]>

  /**
   * @param probe undefined for a run itself, which shows samples as they are
   * @param samples all that the run asks, since one may be shown the image of another
   */
  constructor(probe: Probe | undefined, samples: readonly Sample[], protocol: Protocol) {
    this.#probe = probe
    this.#protocol = protocol
    const swaps = probe?.kind === 'swapped-image'
    this.#swaps = swaps ? swapPlan(labelledImages(samples), probe.seed) : new Map()
    this.#lists = swaps ? imageLists(samples) : new Map()
  }

  /** Whether to ask it: samples that the probe does not change have been asked already. */
  asks(sample: Sample): boolean {
    const { fields, image } = sample
    switch (this.#probe?.kind) {
      case undefined:
        return true
      case 'option-order':
        return hasOrder(this.#protocol, fields) && this.#probe.shift < this.#protocol.optionsOf(fields).length
      case 'blank-image':
      case 'corruption':
        return image !== null
      case 'swapped-image':
        return image !== null && this.#swaps.has(imagesKey(imagesOf(sample)))
    }
  }

  /** The source of the prompt and the right answer. */
  fields({ fields }: Sample): JsonObject {
    return this.#probe?.kind === 'option-order' ? this.#protocol.rotated(fields, this.#probe.shift) : fields
  }

  /** The sample as it looks to the model; a blank image is none. */
  shown(sample: Sample): Sample {
    const { furtherImages: _, ...rest } = sample
    const isBlind = this.#probe?.kind === 'blank-image'
    const images = isBlind ? [] : this.images(imagesOf(sample)).map(({ path }) => path)
    const [image = null, ...furtherImages] = images
    const further = furtherImages.length > 0 && { furtherImages }
    return { ...rest, fields: this.fields(sample), image, ...further }
  }

  /**
   * Every image of a question is changed in the same way; replacements all come from one other question.
   * @param paths rooted paths of a sample's own images, in order
   */
  images(paths: readonly string[]): readonly ShownImage[] {
    const change =
      this.#probe?.kind === 'blank-image' || this.#probe?.kind === 'corruption' ? this.#probe : null
    const swap = this.#swaps.get(imagesKey(paths))
    const shown = (swap && this.#lists.get(swap.replacement)) ?? paths
    return shown.map(path => ({ path, change }))
  }
}
